"""Sends each epoch's logs to a server. Knows only logs and an address."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from pelton.keras.callbacks.callback import Callback, Logs


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value


class RemoteMonitor(Callback):
    """POSTs {"epoch": ..., logs} to root + path at each epoch's end: JSON in the form field
    `field`, or with send_as_json as the body. Warns where the server does not answer."""

    def __init__(
        self,
        root: str = "http://localhost:9000",
        path: str = "/publish/epoch/end/",
        field: str = "data",
        headers: Mapping[str, str] | None = None,
        send_as_json: bool = False,
    ) -> None:
        super().__init__()
        for name, value in (("root", root), ("path", path), ("field", field)):
            if not isinstance(value, str):
                raise ValueError(
                    f"RemoteMonitor: `{name}` must be a string. Received: {name}={value!r}"
                )
        self.root = root
        self.path = path
        self.field = field
        self.headers = headers
        self.send_as_json = send_as_json

    def on_epoch_end(self, epoch: int, logs: Logs | None = None) -> None:
        import json
        import urllib.error
        import urllib.parse
        import urllib.request

        sent = {"epoch": epoch, **{name: _plain(value) for name, value in (logs or {}).items()}}
        text = json.dumps(sent)
        if self.send_as_json:
            headers = {"Content-Type": "application/json"}
        else:
            headers, text = {}, urllib.parse.urlencode({self.field: text})
        request = urllib.request.Request(
            self.root + self.path, text.encode(), {**headers, **(self.headers or {})}
        )
        try:
            urllib.request.urlopen(request).close()
        except urllib.error.HTTPError as error:
            error.close()  # the server answered
        except OSError:
            warnings.warn(f"Could not reach RemoteMonitor root server at {self.root}", stacklevel=2)
