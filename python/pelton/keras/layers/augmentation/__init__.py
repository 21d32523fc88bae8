"""Layers that change images at random, besides those that move or crop them: colors, histograms,
mixtures of images, warps, and policies that choose among them."""
