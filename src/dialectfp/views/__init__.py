"""What a reading looks like: as plain data, and as text for a terminal."""
