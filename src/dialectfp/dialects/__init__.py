"""The dialects: each one value of four parts that can't be mixed."""
