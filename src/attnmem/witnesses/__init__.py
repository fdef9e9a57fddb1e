"""Algorithms that never saw a formula, run to see whether the formula tells the truth."""
