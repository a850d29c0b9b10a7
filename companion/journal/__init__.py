"""What was entered, for good: append, fold, re-judge, take back, export."""
