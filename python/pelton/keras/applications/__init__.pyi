"""Types of pelton.keras.applications. Made by `dev.py stubs`; do not edit."""
