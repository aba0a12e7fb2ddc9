"""Repairs of what models damage: JSON, names, arguments; each one on the record."""
