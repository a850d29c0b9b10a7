"""One screen a file, found by itself; a module's `SCREEN` is its screen."""
