"""Keras's own tests on Pelton: the fast families. All of them: `dev.py keras-suite`."""

import pytest
import suite


@pytest.mark.parametrize("family", suite.FAST)
def test_family(family):
    if suite.site_packages() is None:
        pytest.skip('stock Keras is not installed: pip install "pelton[keras]"')
    done = suite.run([family], "--tb=short")
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
