"""The game on the table now: one writer, many screens and sensors."""
