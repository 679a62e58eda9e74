"""From text to representation: rule files become a checked, typed game."""
