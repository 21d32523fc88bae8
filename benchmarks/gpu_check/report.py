"""What a check found, as a JSON file and a page for people, both rewritten after every phase."""

import datetime
import json
import re
import subprocess

from gpu_check.phase import PASSED


def commit_of(root):
    """The commit that is checked, with a mark where files differ from it; "unknown" outside git."""

    def git(*words):
        command = ["git", "-C", str(root), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""

    commit = git("rev-parse", "--short=12", "HEAD")
    if not commit:
        return "unknown"
    return commit + (" with changes" if git("status", "--porcelain", "-uno") else "")


class CheckReport:
    """Collects the phases' results; `folder` gets DATE-DEVICE.json and .md."""

    def __init__(self, folder, device, root, now=None, commit=None):
        self.now = now or datetime.datetime.now(datetime.UTC)
        slug = re.sub(r"[^a-z0-9]+", "-", device["name"].lower()).strip("-")
        self.path = folder / f"{self.now:%Y-%m-%d}-{slug}.json"
        self.facts = {
            "date": f"{self.now:%Y-%m-%d %H:%M} UTC",
            "commit": commit or commit_of(root),
            "device": device,
            "complete": False,
            "phases": [],
        }

    def add(self, result):
        """Adds one phase's result and writes both files."""
        self.facts["phases"].append(result)
        self.write()

    def finish(self):
        """Marks the report as complete; returns the phases that did not pass."""
        self.facts["complete"] = True
        self.write()
        return [phase for phase in self.facts["phases"] if phase["status"] != PASSED]

    def write(self):
        """Writes the JSON file and the page beside it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.facts, indent=1) + "\n", encoding="utf-8")
        self.path.with_suffix(".md").write_text(page(self.facts), encoding="utf-8")


def page(facts):
    """The report as Markdown: what ran on what, a table of phases, figures, what went wrong."""
    device = facts["device"]
    lines = [
        f"# GPU check on {device['name']}, {facts['date'][:10]}",
        "",
        f"Written by `python3 dev.py gpu-check` at {facts['date']}, commit {facts['commit']}.",
        "",
        *(f"- {name}: {value}" for name, value in device.items()),
        "",
    ]
    if not facts["complete"]:
        lines += ["The check has not come to its end.", ""]
    lines += ["| phase | what | result | seconds |", "|---|---|---|---|"]
    for phase in facts["phases"]:
        cells = (phase["name"], phase["what"], phase["status"], phase["seconds"])
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    for phase in facts["phases"]:
        lines += _section(phase)
    return "\n".join(lines) + "\n"


def _section(phase):
    figures = {name: value for name, value in phase["facts"].items() if name != "problems"}
    if not figures and not phase["text"]:
        return []
    lines = ["", f"## {phase['name']}"]
    lines += [f"- {name}: {_short(value)}" for name, value in figures.items()]
    if phase["text"]:
        lines += ["```", phase["text"].strip(), "```"]
    return lines


def _short(value):
    return f"{value:.4g}" if isinstance(value, float) else str(value)
