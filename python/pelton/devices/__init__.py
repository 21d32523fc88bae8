"""Devices as objects and names in parts; ``tf.device`` itself loads without them."""
