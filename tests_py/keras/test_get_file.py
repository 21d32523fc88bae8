"""get_file: the cache, hashes, archives that would leave their folder, and bad downloads."""

import hashlib
import http.server
import io
import os
import tarfile
import threading
import warnings
import zipfile

import pytest

from pelton.keras import utils
from pelton.keras.datasets.errors import DownloadError

TEXT = b"some text"
SHA256 = hashlib.sha256(TEXT).hexdigest()
MD5 = hashlib.md5(TEXT).hexdigest()


def tar(**members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            if isinstance(data, str):
                info.type, info.linkname = tarfile.SYMTYPE, data
                data = b""
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def zipped(**members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


FILES = {
    "/text.txt": TEXT,
    "/good.tar.gz": tar(**{"in/a.txt": b"a", "b.txt": b"b"}),
    "/good.zip": zipped(**{"in/a.txt": b"a", "b.txt": b"b"}),
    "/up.tar.gz": tar(**{"../up.txt": b"x", "b.txt": b"b"}),
    "/root.tar.gz": tar(**{"/tmp/pelton_root.txt": b"x", "b.txt": b"b"}),
    "/link.tar.gz": tar(**{"link": "/etc", "b.txt": b"b"}),
    "/up.zip": zipped(**{"../up.txt": b"x", "b.txt": b"b"}),
}


class Handler(http.server.BaseHTTPRequestHandler):
    seen = []

    def do_GET(self):  # noqa: N802
        self.seen.append(self.path)
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/text.txt")
            self.end_headers()
            return
        data = FILES.get(self.path.removeprefix("/short"))
        if data is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(data) + self.path.startswith("/short") * 9))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def server():
    found = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=found.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{found.server_address[1]}"
    found.shutdown()
    found.server_close()


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("KERAS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("no_proxy", "*")
    Handler.seen.clear()
    return tmp_path / "home"


def content(path):
    with open(path, "rb") as file:
        return file.read()


@pytest.mark.parametrize("file_hash", [None, SHA256, MD5, SHA256.upper()])
def test_file_is_downloaded_once(server, home, file_hash):
    paths = {utils.get_file("my.txt", f"{server}/text.txt", file_hash=file_hash) for _ in range(3)}
    assert paths == {str(home / "datasets" / "my.txt")} and Handler.seen == ["/text.txt"]
    assert content(paths.pop()) == TEXT and os.listdir(home / "datasets") == ["my.txt"]


def test_name_folder_and_old_arguments(server, tmp_path, home):
    home.mkdir()
    path = utils.get_file(
        origin=f"{server}/text.txt", md5_hash=MD5, cache_dir=home, cache_subdir="texts"
    )
    assert path == str(home / "texts" / "text.txt")
    absolute = utils.get_file(origin=f"{server}/moved", fname="m", cache_subdir=str(tmp_path / "z"))
    assert absolute == str(tmp_path / "z" / "m") and content(absolute) == TEXT


def test_forced_and_changed_files_are_downloaded_again(server, capsys):
    origin = f"{server}/text.txt"
    path = utils.get_file(origin=origin, file_hash=SHA256)
    utils.get_file(origin=origin, force_download=True)
    with open(path, "w") as file:
        file.write("other")
    assert utils.get_file(origin=origin) == path and content(path) == b"other"
    capsys.readouterr()
    utils.get_file(origin=origin, file_hash=SHA256)
    assert content(path) == TEXT and len(Handler.seen) == 3
    assert "does not match the original value" in capsys.readouterr().out


BAD = {
    "missing": (lambda s: {"origin": f"{s}/no.txt"}, DownloadError, "404"),
    "short": (lambda s: {"origin": f"{s}/short/text.txt"}, DownloadError, "text.txt"),
    "nobody": (lambda s: {"origin": "http://127.0.0.1:9/x"}, DownloadError, "URL fetch failure"),
    "scheme": (lambda s: {"origin": "ftp://localhost/x"}, DownloadError, "only https, http"),
    "wrong hash": (
        lambda s: {"origin": f"{s}/text.txt", "file_hash": "0" * 64},
        ValueError,
        "sha256 file hash does not match",
    ),
    "wrong md5": (
        lambda s: {"origin": f"{s}/text.txt", "file_hash": "0" * 32},
        ValueError,
        "md5 file hash does not match",
    ),
    "algorithm": (
        lambda s: {"origin": f"{s}/text.txt", "file_hash": "0", "hash_algorithm": "crc"},
        ValueError,
        "hash_algorithm=crc",
    ),
    "dots": (lambda s: {"fname": "..", "origin": f"{s}/text.txt"}, ValueError, "fname=.."),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_download_leaves_the_old_file(server, home, name):
    make, error, words = BAD[name]
    options = make(server)
    place = home / "datasets" / options["origin"].rsplit("/", 1)[1]
    place.parent.mkdir(parents=True)
    place.write_bytes(b"old")
    with pytest.raises(error, match=words):
        utils.get_file(force_download=True, **options)
    assert place.read_bytes() == b"old" and len(os.listdir(place.parent)) == 1


@pytest.mark.parametrize("kind", ["good.tar.gz", "good.zip"])
@pytest.mark.parametrize("fname, folder", [(None, None), ("data", "data"), ("d.x", "d_extracted")])
def test_archives_are_unpacked_where_keras_does(server, home, kind, fname, folder):
    path = utils.get_file(fname, f"{server}/{kind}", extract=True)
    assert path == str(home / "datasets" / (folder or kind))
    assert content(f"{path}/in/a.txt") == b"a" and content(f"{path}/b.txt") == b"b"
    os.unlink(f"{path}/b.txt")
    assert utils.get_file(fname, f"{server}/{kind}", extract=True) == path
    assert len(Handler.seen) == 1 and os.listdir(path) == ["in"]
    utils.get_file(fname, f"{server}/{kind}", extract=True, force_download=True)
    assert content(f"{path}/b.txt") == b"b"


@pytest.mark.parametrize("kind", ["up.tar.gz", "root.tar.gz", "link.tar.gz", "up.zip"])
def test_members_that_leave_the_folder_are_skipped(server, home, kind):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        path = utils.get_file("data", f"{server}/{kind}", extract=True)
    found = {name for _, _, names in os.walk(home) for name in names}
    assert "b.txt" in os.listdir(path) and not os.path.exists("/tmp/pelton_root.txt")
    assert not (home / "datasets" / "up.txt").exists() and not os.path.islink(f"{path}/link")
    assert "up.txt" not in found and (caught or kind == "root.tar.gz")


def test_what_is_no_archive_is_said(server):
    with pytest.warns(UserWarning, match="Could not extract archive"):
        utils.get_file("data", f"{server}/text.txt", extract=True)
    with pytest.raises(NotImplementedError, match="rar"):
        utils.get_file("other", f"{server}/good.zip", extract=True, archive_format="rar")
