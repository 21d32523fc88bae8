"""Functions of tensors made of the engine's ops, a package per family as in ``cpp/ops``."""
