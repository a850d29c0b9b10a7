"""From broken beams to how far the marble ran."""
