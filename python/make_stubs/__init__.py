"""Makes the .pyi files beside python/pelton from the engine's tables and the sources' annotations.

Run by `dev.py stubs`; needs the built extension. Not part of the wheel."""
