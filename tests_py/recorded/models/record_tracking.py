"""Records what Keras's layers and models and tf.Module find among their attributes.

Run `record_keras.py tracking`; the snippets are in `tracking_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.models import tracking_cases
from recorded.recorder import made_by
from recorded.training.record_errors import record_case


def main():
    """Writes `tracking.json`."""
    start = tracking_cases.START
    facts = {
        "start": start,
        "tracking": [record_case(*item, start) for item in tracking_cases.TRACKING.items()],
        "inside": [record_case(*item, start) for item in tracking_cases.INSIDE.items()],
        "modules": [record_case(*item) for item in tracking_cases.MODULES.items()],
    }
    write_facts("models/tracking", made_by("models/record_tracking.py"), facts)


if __name__ == "__main__":
    main()
