"""What variables are made, named, copied and changed with; ``tf.Module``."""
