"""Keras's own tests of classes that `pelton.keras` has, on it, but for those of private members.
By hand: `python tests_py/keras_native/native_suite.py [path below keras/src] [options]`."""

import native_suite
import pytest


@pytest.mark.parametrize("family", native_suite.FAMILIES)
def test_family(family):
    if native_suite.site_packages() is None:
        pytest.skip('Keras is not installed: pip install "pelton[keras]"')
    done = native_suite.run([family], "--tb=short")
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
