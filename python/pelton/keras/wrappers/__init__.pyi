"""Types of pelton.keras.wrappers. Made by `dev.py stubs`; do not edit."""
