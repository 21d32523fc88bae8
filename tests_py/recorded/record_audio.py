"""Records what TensorFlow makes of WAV files and tensors as bytes: `record_keras.py audio`."""

from audio_cases import CASES, outcome
from fact_file import write_facts
from recorder import made_by, tf


def main():
    """Writes `audio.json`."""
    write_facts("audio", made_by("record_audio.py"), {"cases": [outcome(c, tf) for c in CASES]})


if __name__ == "__main__":
    main()
