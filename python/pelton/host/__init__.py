"""What belongs to the host: files, its clock, printing and the logger."""
