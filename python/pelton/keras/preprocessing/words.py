"""How a text is split into words."""

FILTERS = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\t\n'


def text_to_word_sequence(
    input_text: str, filters: str = FILTERS, lower: bool = True, split: str = " "
) -> list[str]:
    """The words of a text, between `split` and the characters `filters`, which go away."""
    text = input_text.lower() if lower else input_text
    text = text.translate(str.maketrans(dict.fromkeys(filters, split)))
    return [word for word in text.split(split) if word]


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
