"""`dev.py gpu-check`: phases with a time box each, the jobs that they run, the report."""
