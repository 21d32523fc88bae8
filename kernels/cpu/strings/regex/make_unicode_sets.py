"""Writes unicode_sets.inc beside it: Unicode's general categories and scripts as ranges.

Needs the package `regex`, whose version of Unicode the file then has."""

import pathlib
import textwrap

import regex

CATEGORIES = (
    "Cc Cf Co Cs Ll Lm Lo Lt Lu Mc Me Mn Nd Nl No Pc Pd Pe Pf Pi Po Ps Sc Sk Sm So Zl Zp Zs"
)
# Those that programs name; the rest are few letters of old writings.
SCRIPTS = (
    "Arabic Armenian Bengali Bopomofo Braille Cherokee Common Cyrillic Devanagari Ethiopic "
    "Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Inherited Kannada Katakana Khmer "
    "Lao Latin Malayalam Mongolian Myanmar Oriya Sinhala Syriac Tamil Telugu Thaana Thai Tibetan"
)


def steps(name):
    """How many characters lie before each range of `name` and how many are in it, in turns."""
    match = regex.compile(rf"\p{{{name}}}").match
    out, begin, before = [], None, 0
    for code in range(0x110001):
        inside = code < 0x110000 and match(chr(code))
        if inside and begin is None:
            begin = code
        elif not inside and begin is not None:
            out += [begin - before, code - begin]
            begin, before = None, code
    return out


def row(name):
    numbers = ", ".join(map(str, steps(name)))
    return textwrap.fill(f'{{"{name}", {{{numbers}}}}},', 100, subsequent_indent="    ")


if __name__ == "__main__":
    head = (
        "// Unicode's general categories and scripts: characters before a range, and in it, in "
        "turns.\n// Written by make_unicode_sets.py.\n// clang-format off\n"
    )
    rows = "\n".join(map(row, f"{CATEGORIES} {SCRIPTS}".split()))
    path = pathlib.Path(__file__).with_name("unicode_sets.inc")
    path.write_text(f"{head}{rows}\n", encoding="utf-8")
