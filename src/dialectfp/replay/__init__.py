"""History on the next turn: what was said and done, in the form that a provider accepts."""
