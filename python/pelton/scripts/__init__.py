"""What ``pelton.run`` needs to know of a script: its names, its Keras, old import paths."""
