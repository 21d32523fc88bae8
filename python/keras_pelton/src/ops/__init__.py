"""The families of ops, each with the definitions of ``pelton.keras.ops``."""
