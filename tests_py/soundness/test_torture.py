"""A small share of what `dev.py torture` does: nothing kills or hangs a process."""

import pytest

from torture.__main__ import environment
from torture.watched import watched_run

CALLS = {"bad_calls": 9000, "half_made": 8_000, "re_entries": 150, "threads": 12, "processes": 14}
CALLS |= {"combinations": 200, "damaged_files": 150, "raised_hooks": 120, "shared_uses": 10}
CALLS |= {"first_uses": 10}
CALLS |= {"sessions": 500, "stock_keras": 500}
CALLS |= {"memory": 40, "interrupts": 8, "full_disk": 150}
CALLS |= {"random_functions": 200, "random_models": 40}
# Half a second is short where others use the machine: the best of these counts. A hang, which may
# be the machine's own, counts where it comes twice; a death counts at once.
TRIES = {"interrupts": 3}
# Texts that are known to be bad, of these calls; only ever fewer.
BAD_TEXTS = {"bad_calls": 5}


@pytest.mark.parametrize("kind", CALLS)
def test_nothing_dies_or_hangs(kind, monkeypatch):
    monkeypatch.setenv("TF_FORCE_GPU_ALLOW_GROWTH", "true")  # Keras sets it for good, when imported
    changes = environment()
    for _ in range(TRIES.get(kind, 2)):
        report = watched_run(kind, 7, CALLS[kind], changes)
        is_hang_alone = all(one.what.startswith("hang") for one in report.failures)
        if not report.failures or (kind not in TRIES and not is_hang_alone):
            break
    assert not [(one.what, one.lines, one.said) for one in report.failures]
    assert report.calls > CALLS[kind] * 0.3
    assert len(report.texts) <= BAD_TEXTS.get(kind, 0), report.texts
