"""What loading a data set can raise."""


class DatasetUnavailableError(OSError):
    """No file was found and none could be downloaded; the message says where one is wanted."""


class DatasetFileError(ValueError):
    """A file is not the data set: truncated, wrong hash, or wrong keys, shapes or dtypes."""


class DownloadError(OSError):
    """A download failed or was refused; the message names the URL and the reason."""


class WrongHashError(DownloadError):
    """What was downloaded is complete and not the file that its hash names."""
