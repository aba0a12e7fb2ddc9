"""Text for models: protocol block, catalogue, calls and result envelopes. The same input gives the same bytes."""
