"""keras.layers over sequences, images and volumes as a whole: global pools."""
