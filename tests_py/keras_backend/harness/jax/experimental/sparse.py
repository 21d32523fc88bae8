"""Nothing: imported by name alone."""
