"""Cosmic Coasters in words and pictures."""
