"""An optimizer is a scalar functor and a row: which files know one of them."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
SOURCES = [
    path
    for folder in ("cpp", "kernels", "python")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".h", ".cc", ".cu", ".py"} and "build" not in path.parts
]


@pytest.mark.parametrize(
    ("name", "rule"), [("Lion", "lion"), ("Adagrad", "adagrad"), ("RMSprop", "rmsprop")]
)
def test_an_optimizer_is_known_to_three_files(name, rule):
    word = re.compile(rf"\b{name}|\b{rule}_step")
    knowing = {path for path in SOURCES if word.search(path.read_text())}
    assert {path.relative_to(ROOT).as_posix() for path in knowing} <= {
        f"kernels/common/training/{rule}.h",
        "kernels/common/training/update_rules.h",
        "cpp/nn/optimizers/optimizer_list.h",
    }
