"""What `import tensorflow` finds in the programs that a script of `pelton.run` starts: Pelton."""

import importlib
import sys

from pelton import run

run.install_aliases()
sys.modules[__name__] = importlib.import_module(run.target_of(__name__) or "pelton")
