"""Owns the errors of flags."""

from __future__ import annotations


class Error(Exception):
    """Base of the errors of flags."""


class CantOpenFlagFileError(Error):
    """A file of flags cannot be read."""


class DuplicateFlagError(Error):
    """A flag is defined twice."""


class FlagNameConflictsWithMethodError(Error):
    """A flag is named as a method of FlagValues."""


class IllegalFlagValueError(Error):
    """A flag was given what it does not take."""


class UnparsedFlagAccessError(Error):
    """A flag is read before the command line was."""


class ValidationError(Error):
    """A check of a flag's value failed."""


class UnrecognizedFlagError(Error):
    """There is no flag of the name `flagname`, which was given `flagvalue`."""

    def __init__(self, flagname: str, flagvalue: str = "", suggestions: object = None) -> None:
        self.flagname, self.flagvalue = flagname, flagvalue
        super().__init__(f"Unknown command line flag '{flagname}'")
