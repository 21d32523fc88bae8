"""Array functions made of the engine's ops: making, indexing, moving and sorting elements."""
