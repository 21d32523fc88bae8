"""Records the batches of real Keras's ImageDataGenerator and the images that its functions change.

Run `record_keras.py image_generator`; needs Pillow, SciPy and pandas too. The snippets are in
`image_generator_cases.py`.
"""

import image_generator_cases
from fact_file import write_facts
from record_callback_runs import record
from recorder import made_by


def main():
    """Writes `image_generator.json`."""
    start = image_generator_cases.START
    cases = [record(*item, start) for item in image_generator_cases.CASES.items()]
    facts = {"start": start, "cases": cases}
    write_facts("image_generator", made_by("record_image_generator.py"), facts)


if __name__ == "__main__":
    main()
