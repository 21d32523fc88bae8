"""Short scripts of stock Keras on Pelton: `pip install "pelton[keras]"`, then
`python -m pelton.examples.keras.vae`. Their data is generated."""
