"""Where data set files are: a folder the user names, then Keras's cache. Never opens a socket."""

import hashlib
import os
import tempfile

DATA_DIR_VARIABLE = "PELTON_DATA_DIR"
_CHUNK = 1 << 20


def user_file(name: str) -> str | None:
    """`$PELTON_DATA_DIR/name` if it exists; its content is the user's choice, not hashed."""
    folder = os.environ.get(DATA_DIR_VARIABLE)
    if not folder:
        return None
    path = os.path.join(os.path.expanduser(folder), name)
    return path if os.path.isfile(path) else None


def keras_home() -> str:
    """`$KERAS_HOME`, else `~/.keras`."""
    return os.environ.get("KERAS_HOME") or os.path.join(os.path.expanduser("~"), ".keras")


def cache_folders() -> list[str]:
    """Folders to look in, in order; the last is Keras's fallback for an unwritable home."""
    fallback = os.path.join(tempfile.gettempdir(), ".keras")
    return [os.path.join(home, "datasets") for home in (keras_home(), fallback)]


def writable_folder() -> str:
    """The first cache folder that can be written, made if it is missing; OSError if none can."""
    reason: OSError | None = None
    for folder in cache_folders():
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            reason = error
            continue
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
        reason = PermissionError(f"{folder} cannot be written")
    raise reason or PermissionError("no cache folder can be written")


def sha256_of(path: str) -> str:
    """The file's SHA-256 in hexadecimal."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
