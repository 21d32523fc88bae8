"""Stock Keras 3 on Pelton: importing this package, before Keras, makes Pelton Keras's backend."""

import os
import sys

from keras_pelton import finder as _finder

if "keras.src.backend" in sys.modules:
    _name = sys.modules["keras.src.backend"].backend()
    if _name != "pelton":
        raise ImportError(
            f"Keras has been imported with the backend {_name!r} already. Import keras_pelton "
            "before keras, or set KERAS_BACKEND=pelton before Python starts."
        )
os.environ["KERAS_BACKEND"] = "pelton"
_finder.install()
