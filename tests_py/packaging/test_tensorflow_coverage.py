"""`docs/tensorflow_coverage.md` is what `tensorflow_names_page.py` makes."""

from recorded.fact_file import load_facts
from tensorflow_names_page import PAGE, missing_names, page, reason


def test_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(), "run tensorflow_names_page.py"


def test_a_missing_name_is_seen():
    names = {"tf.math": ["add", "no_such_name"], "tf": ["no_such_module"]}
    assert missing_names(names) == {"tf.math": ["no_such_name"], "tf": ["no_such_module"]}


def test_page_names_each_missing_name_with_a_reason():
    text = PAGE.read_text(encoding="utf-8")
    missing = missing_names(load_facts("names/tensorflow_names")["modules"])
    rows = [row for row in text.split("\n") if row.startswith("- ")]
    assert sum(row.count("`") // 2 for row in rows) == sum(map(len, missing.values()))
    assert all(row.split(": ", 1)[1] for row in rows)
    assert reason("tf.lite") != reason("tf.dtypes.qint8")
