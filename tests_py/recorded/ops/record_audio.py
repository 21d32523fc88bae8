"""Records what TensorFlow makes of WAV files and tensors as bytes: `record_keras.py audio`."""

from recorded.fact_file import write_facts
from recorded.ops.audio_cases import CASES, outcome
from recorded.recorder import made_by, tf


def main():
    """Writes `audio.json`."""
    write_facts(
        "ops/audio", made_by("ops/record_audio.py"), {"cases": [outcome(c, tf) for c in CASES]}
    )


if __name__ == "__main__":
    main()
