"""The progress line of fit, evaluate and predict, byte for byte as Keras 3 prints it.

Knows step numbers, metric values and the clock; nothing about models or callbacks."""

import math
import time
from collections.abc import Iterable
from typing import Any

from pelton.keras.utils.console import display_is_dynamic, print_msg

_BOLD, _GREEN, _WHITE, _RESET = "\x1b[1m", "\x1b[32m", "\x1b[37m", "\x1b[0m"


def format_duration(seconds: float) -> str:
    """`4s`, `1:05` or `1:00:05`: whole seconds, as in Keras's remaining time."""
    if seconds > 3600:
        return f"{int(seconds // 3600)}:{int(seconds % 3600 // 60):02d}:{int(seconds % 60):02d}"
    if seconds > 60:
        return f"{int(seconds // 60)}:{int(seconds % 60):02d}"
    return f"{int(seconds)}s"


def format_step_time(seconds: float, unit: str) -> str:
    """`2s/step`, `3ms/step` or `40us/step`."""
    if seconds >= 1 or seconds == 0:
        return f"{seconds:.0f}s/{unit}"
    if seconds >= 1e-3:
        return f"{seconds * 1e3:.0f}ms/{unit}"
    return f"{seconds * 1e6:.0f}us/{unit}"


def _scalar(value: Any) -> float:
    if isinstance(value, float):
        return value
    try:
        return float(value)
    except (TypeError, ValueError):
        import numpy as np

        return float(np.mean(value))


class Progbar:
    """A progress line over `target` steps (None: unknown), redrawn at most every `interval` s.

    verbose: 0 silent, 1 the bar with Keras's control characters, 2 one line when finished,
    "auto" the bar on a terminal and else its finished state as one plain line. A metric is
    averaged over the steps seen unless it is named in `stateful_metrics`, or, when
    `stateless_metrics` is given, unless it is not named there (as in Keras 3.15)."""

    def __init__(
        self,
        target: int | None,
        width: int = 20,
        verbose: int | str = 1,
        interval: float = 0.05,
        stateful_metrics: Iterable[str] | None = None,
        stateless_metrics: Iterable[str] | None = None,
        unit_name: str = "step",
    ) -> None:
        if stateful_metrics is not None and stateless_metrics is not None:
            raise ValueError("Progbar: give stateful_metrics or stateless_metrics, not both")
        self.target, self.width, self.interval, self.unit_name = target, width, interval, unit_name
        self.plain = verbose == "auto" and not display_is_dynamic()
        self.verbose = 1 if verbose == "auto" else verbose
        self._averaged = None if stateless_metrics is None else frozenset(stateless_metrics)
        self._latest = frozenset(stateful_metrics or ())
        self._sums: dict[str, tuple[float, int]] = {}
        self._seen = 0
        self._start = time.time()
        self._first_step_end: float | None = None
        self._last_draw = 0.0
        self._drawn_width = 0

    def due(self, current: int) -> bool:
        """Whether update(current, finalize=False) would record or draw something now."""
        if self.verbose != 1:
            return False
        if current == 1:  # the first step's end starts the estimate of the step time
            return True
        return not self.plain and time.time() - self._last_draw >= self.interval

    def pause(self) -> float:
        """For how many seconds no step but the first is due; inf: until the line is finished."""
        if self.verbose != 1 or self.plain:
            return math.inf
        remaining = self._last_draw + self.interval - time.time()
        return min(max(remaining, 0.0), self.interval)  # whatever is done to the clock

    def update(
        self,
        current: int,
        values: Iterable[tuple[str, object]] | None = None,
        finalize: bool | None = None,
    ) -> None:
        """Show step `current` with `values`; `finalize` (default: target reached) ends the line."""
        if finalize is None:
            finalize = self.target is not None and current >= self.target
        for name, value in values or ():
            self._record(name, value, current, finalize)
        self._seen = current
        now = time.time()
        step_time = self._step_time(current, now)
        if self.verbose == 1:
            if now - self._last_draw < self.interval and not finalize:
                return
            if finalize or not self.plain:
                self._draw(current, now, step_time, finalize)
        elif self.verbose == 2 and finalize and self.target:
            time_text = f"{now - self._start:.0f}s - {format_step_time(step_time, self.unit_name)}"
            print_msg(f"{self._count(current)} - {time_text}{self._metrics(signed=True)}")
        self._last_draw = now

    def add(self, n: int, values: Iterable[tuple[str, object]] | None = None) -> None:
        """Advance by `n` steps."""
        self.update(self._seen + n, values)

    def _record(self, name: str, value: object, current: int, finalize: bool) -> None:
        averaged = name not in self._latest if self._averaged is None else name in self._averaged
        number = _scalar(value)
        if finalize or not averaged:
            self._sums[name] = (number, 1)
            return
        steps = max(current - self._seen, 1)
        total, count = self._sums.get(name, (0.0, 0))
        self._sums[name] = (total + number * steps, count + steps)

    def _step_time(self, current: int, now: float) -> float:
        if not current:
            return 0.0
        if self._first_step_end is not None and current > 1:
            return (now - self._first_step_end) / (current - 1)
        if current == 1:
            self._first_step_end = now
        return (now - self._start) / current

    def _count(self, current: int) -> str:
        return f"{current:>{len(str(self.target))}d}/{self.target}"

    def _metrics(self, signed: bool = False) -> str:
        # Keras tests the sign in its one-line form and the magnitude in the bar.
        text = ""
        for name, (total, count) in self._sums.items():
            mean = total / max(1, count)
            fixed = (mean if signed else abs(mean)) > 1e-3
            text += f" - {name}: {mean:.4f}" if fixed else f" - {name}: {mean:.4e}"
        return text

    def _draw(self, current: int, now: float, step_time: float, finalize: bool) -> None:
        elapsed = f"{now - self._start:.0f}s"
        if self.target and not finalize:
            elapsed = format_duration(step_time * (self.target - current))
        tail = f" {format_step_time(step_time, self.unit_name)}{self._metrics()}"
        if self.target:
            filled = int(self.width * (current / self.target))
            count = self._count(current)
        else:
            filled, count = 0, f"{current:7d}/Unknown"
        empty = self.width - filled if self.target else 0
        bar = " " + "━" * (filled + empty) if self.target else ""
        width = len(f"{count}{bar} {elapsed}{tail}")
        if self.plain:
            print_msg(f"{count}{bar} {elapsed}{tail}")
            return
        if self.target:
            count = f"{_BOLD}{count}{_RESET} "
            count += f"{_GREEN}{'━' * filled}{_RESET}" if filled > 0 else ""
            count += f"{_WHITE}{'━' * empty}{_RESET}"
        line = f"{count} {_BOLD}{elapsed}{_RESET}{tail}"
        line += " " * max(0, self._drawn_width - width) + ("\n" if finalize else "")
        print_msg("\b" * self._drawn_width + "\r" + line, line_break=False)
        self._drawn_width = width


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
