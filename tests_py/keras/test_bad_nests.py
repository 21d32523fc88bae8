"""Nests that do not fit into functional models, their losses and `fit`: an exception that names the
argument and what was expected, and weights, metrics and optimizer as before."""

import numpy as np
import pytest

from pelton import keras
from pelton.keras import layers as L  # noqa: N812

X = {"a": np.ones((6, 4), np.float32), "b": np.ones((6, 3), np.float32)}
Y = {"p": np.ones((6, 1), np.float32), "q": np.ones((6, 2), np.float32)}
XS, YS = list(X.values()), list(Y.values())


def model(form, loss="mse", **compiled):
    """Inputs a and b, outputs p and q, in lists or dicts."""
    a, b = keras.Input((4,), name="a"), keras.Input((3,), name="b")
    h = L.Dense(5)(a) + L.Dense(5)(b)
    p, q = L.Dense(1, name="p")(h), L.Dense(2, name="q")(h)
    ends = ([a, b], [p, q]) if form == "list" else ({"a": a, "b": b}, {"p": p, "q": q})
    made = keras.Model(*ends, name="net")
    made.compile("adam", loss, **compiled)
    return made


def fit(form, x, y, loss="mse", weights=None, **compiled):
    """What fits a model and, where that raises, tells that nothing in it has changed."""

    def run():
        made = model(form, loss, **compiled)
        before = made.get_weights()
        try:
            made.fit(x, y, sample_weight=weights, verbose=0)
        except Exception:
            for one, other in zip(made.get_weights(), before, strict=True):
                np.testing.assert_array_equal(one, other)
            assert int(made.optimizer.iterations) == 0
            raise

    return run


def lstm(mask):
    return lambda: L.LSTM(2, name="l")(np.ones((2, 3, 4), np.float32), mask=mask)


def refused(call, *says):
    """A call that raises ValueError with these words."""
    return call, says


SHORT, ROWS = {"a": X["a"]}, np.ones(6)
KEYS = ("['p', 'q']",)
CALLS = {
    "input missing": refused(fit("dict", SHORT, Y), 'input "b"', "['a']", "['a', 'b']"),
    "input in a short list": refused(fit("list", XS[:1], YS), '"net" expects 2', "1 input"),
    "input in a long list": refused(fit("list", [*XS, ROWS], YS), '"net" expects 2', "3 in"),
    "inputs exchanged": refused(
        fit("list", XS[::-1], YS), "'a' of layer 'net'", "(None, 4)", "(6, 3)"
    ),
    "rows of inputs": refused(fit("list", [XS[0], XS[1][:2]], YS), "sizes: 6, 2", "6, 6"),
    "rows of targets": refused(fit("list", XS, [YS[0], YS[1][:2]]), "'y' sizes: 6, 2"),
    "one target": refused(fit("list", XS, YS[0]), "`y`", "1 arrays", *KEYS),
    "too few targets": refused(fit("list", XS, YS[:1]), "`y`", "1 arrays", *KEYS),
    "too many targets": refused(fit("list", XS, [*YS, ROWS]), "`y`", "3 arrays", *KEYS),
    "target missing": refused(fit("dict", X, {"p": YS[0]}), "'q'", "`y`", "['p']"),
    "unknown target": refused(fit("dict", X, {**Y, "r": ROWS}), "`y`", "'r'", *KEYS),
    "too few losses": refused(fit("list", XS, YS, ["mse"]), "`loss` has 1", *KEYS),
    "too many losses": refused(fit("list", XS, YS, ["mse"] * 3), "`loss` has 3", *KEYS),
    "unknown loss": refused(fit("dict", X, Y, {"p": "mse", "r": "mse"}), "'r'", *KEYS),
    "too few loss weights": refused(
        fit("list", XS, YS, loss_weights=[1.0]), "`loss_weights`", "2 losses", "1 weig"
    ),
    "unknown loss weight": refused(
        fit("list", XS, YS, loss_weights={"r": 1.0}), "`loss_weights`", "['r']", *KEYS
    ),
    "too few metrics": refused(
        fit("list", XS, YS, metrics=[["mae"]]), "`metrics`", "list of 2 entries", *KEYS
    ),
    "unknown metric": refused(
        fit("list", XS, YS, metrics={"r": ["mae"]}), "`metrics`", "{'r'", *KEYS
    ),
    "too many sample weights": refused(
        fit("list", XS, YS, weights=[ROWS] * 3), "`sample_weight`", "3 arrays", *KEYS
    ),
    "no inputs": refused(lambda: keras.Model([], keras.Input((2,))), "`inputs` argument can"),
    "inputs missing": refused(
        lambda: keras.Model(outputs=keras.Input((2,))), "`inputs` is missing"
    ),
    "mask's time": refused(
        lstm(np.ones((2, 5), bool)), "`mask`", "(2, 5)", "(2, 3, 4)", "LSTM 'l'"
    ),
    "mask's rank": refused(lstm(np.ones((2, 3, 4), bool)), "mask.shape=(2, 3, 4)", "LSTM 'l'"),
    "mask of a softmax": refused(
        lambda: L.Softmax()(np.ones((2, 3)), mask=np.ones((2, 2))), "(2, 3)", "(2, 2)"
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_is_refused(name):
    call, says = CALLS[name]
    with pytest.raises((ValueError, KeyError)) as caught:
        call()
    for words in says:
        assert words in str(caught.value), f"lacks {words!r}: {caught.value}"


def test_a_list_where_a_dict_was_built_is_taken_with_a_warning():
    made = model("dict")
    with pytest.warns(UserWarning, match="structure of `inputs` doesn't match"):
        outputs = made(XS)
    assert np.array_equal(outputs["p"], made(X)["p"])


def test_outputs_without_a_loss_need_no_targets():
    made = model("dict", {"p": "mse", "q": None})
    with pytest.warns(UserWarning, match="Gradients do not exist"):
        assert list(made.fit(X, {"p": Y["p"]}, verbose=0).history) == ["loss"]
