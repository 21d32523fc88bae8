"""Records the batches of real Keras's ImageDataGenerator and the images that its functions change.

Run `record_keras.py image_generator`; needs Pillow, SciPy and pandas too. The snippets are in
`image_generator_cases.py`.
"""

from recorded.data import image_generator_cases
from recorded.fact_file import write_facts
from recorded.recorder import made_by
from recorded.training.record_callback_runs import record


def main():
    """Writes `image_generator.json`."""
    start = image_generator_cases.START
    cases = [record(*item, start) for item in image_generator_cases.CASES.items()]
    facts = {"start": start, "cases": cases}
    write_facts("data/image_generator", made_by("data/record_image_generator.py"), facts)


if __name__ == "__main__":
    main()
