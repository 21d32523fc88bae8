"""Functions of ``tf.nn`` made of the engine's ops: convolutions, pools, losses, CTC."""
