"""Judges what an exception says: it names op, layer or argument, and nothing from inside shows."""

from __future__ import annotations

import re
import traceback

from torture.public_names import METHOD, SETTER, Target

RAW, INSIDE, NAMELESS = "raw", "inside", "nameless"
# What pybind11, the C++ library and Python's own conversions say.
_RAW = re.compile(
    r"incompatible (function|constructor) arguments|Unable to (cast|convert)|pybind11|"
    r"vector::|map::at|basic_string|std::|bad_alloc|Could not allocate"
)
_INSIDE = re.compile(
    r"too (big|large) to convert|'NoneType' object|object is not (subscriptable|iterable)|"
    r"has no attribute|cannot unpack|not enough values|too many values to unpack|"
    r"object has no len|must be str, not|must be real number|cannot be interpreted as an integer|"
    r"unhashable type|not supported between instances|returned a result with an exception|"
    r"cannot convert float|unsupported operand|must be a sequence, not|object of type|"
    r"referenced before assignment|is not a mapping|maximum recursion depth"
)
# What is 3,000 deep can be seen; what an odd argument's own method did, or Python's slots say.
_PLAIN = re.compile(
    r"'odd'|depth exceeded while (?!calling a Python|getting the repr)|__array|__index__ returned|"
    r"is an invalid keyword argument for print\(\)|"
    r"__len__\(\) should|^expected \d+ arguments?, got|truth value of an array|invalid __array"
)
# An operator's op, or Keras's and TensorFlow's own words for what they cannot take.
_SAYS_WHOSE = re.compile(
    r"[\w.]+(\(\))?: |.*\[Op:|.*[Aa]rgument [`']|Could not interpret \w+|Tensor is unhash|"
    r".* of layer '\w+' is incompatible|[\w.<>]+\(\) (missing|takes|got an?) |"
    r"(?s:.*)\[\w+ '[\w/]+'\]$|.*\[\w+\.\w+\(\)\]$|You are using an object whose `__init__|"
    r"\[Errno \d+\] [\w ]+: |.*/none/such|Unsuccessful TensorSliceReader|"
    r"(?s:.*) does not support dispatch\.|"
    r"Function (?s:.*) was not registered using a `@dispatch_for|"
    r"(?s:.*)Arguments received by \w+\.\w+\(\):|"
    r"Exception encountered when calling [\w ]+\.call\(\)|"
    r"(?s:.*)\[(?!convert|as_dtype)[\w.]+\(.*\)\]$"
)
# TensorFlow's and Keras's own words to the letter, which say what was wrong with what was called.
_THEIRS = re.compile(
    r"Expected binary or unicode string, got |tf\.gradients is not supported when eager|"
    r"Cannot export profiling results|Unrecognized device: |Specify a dimension \(`num_words`|"
    r"You must build the layer before accessing |The two structures don't have the same nested |"
    r"The dataset (length is unknown|is infinite)|Property \"\w+\" must be |"
    r"To be compatible with tf\.function|"
    r"Shapes? .* (incompatible|not compatible|must have)|(?s:.*)Expected scalar shape, saw shape|"
    r"(?s:.*)must have rank in|Rank must be |Invalid channel size: |.* is not a callable object|"
    r"Invalid dtype: |You tried to call `count_params`|Layer '\w+' (expected|was never built)|"
    r"FBetaScore expects |You are calling `set_weights\(\)`|Could not build a TypeSpec for |"
    r"Unrecognized keyword arguments: |cannot identify image file|Please provide a TPU Name|"
    r"No loss to compute\. Provide a `loss`|could not get source code|\w+ must define `|"
    r"Threshold values must be in |(?s:.*)`\w+` argument|Failed to convert (?s:.*) to a shape: |"
    r"Tape is not recording|Trying to stop recording a tape|"
    r"Cannot convert value (?s:.*) to a DType|"
    r"`a` and `b` don't have the same structure|Must provide at least one structure|"
    r"(Inter|Intra) op parallelism cannot be modified|"
    r"Dimension -\d+ must be >= 0|Shape .* is not fully defined|No such layer: |"
    r"Cannot iterate over a scalar tensor\.|Cannot iterate over a shape with unknown rank|"
    r"You called `set_weights\(weights\)` on layer '|You must call `compile\(\)` before |"
    r"The model provided has not yet been built\.|Tape is still recording|"
    r"`\w+\(\)` can only be configured before |SavedModel file does not exist at: |"
    r"Another profiler is running\.|Unknown variable name: |Expected floating point type, got |"
    r"state_size must be an integer, or a list/tuple of integers|"
    r"The shape of `window` must be equal to |URL fetch failure on |"
    r"Invalid `\w+`, expected |"
    r"tf\.function only supports singleton tf\.Variables created on the first call|"
    r"Layer \"\w+\" expects \d+ input|Received an invalid value for `\w+`|"
    r"Unknown `config` as a `dict`, |"
    r"Unexpected keyword argument\(s\): |"
    r"Random ops require a seed to be set when determinism is enabled\.|"
    r"Dimension value must be integer|Arguments not recognized: |"
    r"Invalid input type\. Expected|Input \d+ with name |"
    r"Registering two gradient with name |The output of the `schedule` function should be "
)
# An operator's text is about its operands, as Python's are: the line of the code says which it is.
_OPERATOR = re.compile(r"__(?!init|call|new|enter|exit)\w+__")
_SNIPPET = "<torture>"  # the file of the code that is tried
_INTERNAL = (SystemError, AssertionError, NameError, ZeroDivisionError, RecursionError)


def _names(target: Target) -> set[str]:
    """What a message may name: op, layer, method or argument."""
    named = {target.name, target.own_name, target.path.rpartition(".")[2]}
    named |= {one.name for one in target.parameters}
    if target.kind in (METHOD, SETTER):
        named |= {target.name, "Own"}  # a class of one's own, of the one named
    return {name for name in named if len(name) > 0 and not name.startswith("__")}


def inside(error: BaseException) -> str | None:
    """RAW or INSIDE where the exception is, else None.

    What the odd arguments themselves raise, KeyError('odd'), is none of the engine's."""
    text = str(error)
    if _PLAIN.search(text):
        return None
    if _RAW.search(text):
        return RAW
    if isinstance(error, _INTERNAL) or _INSIDE.search(text):
        return INSIDE
    return None


def is_of_the_code(error: BaseException) -> bool:
    """Whether the tried code itself raised it."""
    frames = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    return bool(frames) and frames[-1].co_filename in (_SNIPPET, "<string>")


def _is_of_the_code(error: BaseException) -> bool:
    """Whether a function of the tried code itself raised it, or showing what a deep value is in."""
    frames = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    if not frames:
        return False
    if isinstance(error, IndexError):  # lambda *a: a[0]
        return is_of_the_code(error) and frames[-1].co_name != "<module>"
    return frames[-1].co_name == "__repr__" and isinstance(error, RecursionError)


def says_whose(text: str) -> bool:
    """Whether the text names an op, layer or argument, or is TensorFlow's or Keras's."""
    return bool(_SAYS_WHOSE.match(text) or _THEIRS.match(text))


def fault(target: Target, error: BaseException) -> str | None:
    """What is wrong with the exception, None where nothing is."""
    if _is_of_the_code(error):
        return None
    said = error.args[0] if isinstance(error, KeyError) and error.args else error
    text = str(said)  # of a KeyError Python shows the text's repr
    found, lower = inside(error), text.lower()
    texts = lower, lower.replace("_", "")  # depth_to_space is DepthToSpace
    whose = (says_whose(text), _OPERATOR.match(target.name))
    named = any(whose) or any(
        re.search(rf"\b{re.escape(name.lower())}", text)
        for name in _names(target)
        for text in texts
    )
    if found == RAW or (found and not named) or _PLAIN.search(str(error)):
        return found
    return None if named else NAMELESS
