"""A pretend evening of Coaster Park."""
