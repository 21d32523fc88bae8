"""``tf.function`` and what runs within it: branches, loops, functions of the host."""
