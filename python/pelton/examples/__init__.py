"""Short scripts that train a network each: `python -m pelton.examples.mnist_cnn`.

They run without a network, on data that comes with the package or that they make."""
