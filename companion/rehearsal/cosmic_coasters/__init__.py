"""A pretend evening of Cosmic Coasters."""
