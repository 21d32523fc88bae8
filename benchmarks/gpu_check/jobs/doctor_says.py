"""Prints the doctor's findings as facts; a machine whose GPU Pelton does not use is a problem."""

import json

from pelton.doctor import examine


def main():
    """One JSON line."""
    found = examine()
    gpus = [row["name"] for row in found["devices"] if row["device"].startswith("GPU")]
    facts = {"devices": gpus, "driver": found["driver"]["version"]}
    facts |= {row["name"]: row["path"] or "not found" for row in found["libraries"]}
    facts["problems"] = found["problems"] + ([] if gpus else ["Pelton sees no GPU"])
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
