"""Finding calls in text: marks, protected spans, blocks and the grammars that own them."""
