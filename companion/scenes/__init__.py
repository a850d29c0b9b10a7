"""Each game's words and pictures, as plain data."""
