"""Random abuse of the public interface in processes of its own: nothing may kill or hang one.

`python3 dev.py torture [NAME] [--count N] [--seed S]`; docs/torture.md says what each kind does."""
