"""Owns how a message of the user's begins the text of an assert that fails."""


def prefix(message: object) -> str:
    """The message before the text; nothing for None."""
    return "" if message is None else f"{message}.  "
