"""Coaster Park in words and pictures."""
