"""A plugin of pytest: float32 products are not rounded to TF32, as the tables' tolerances ask."""


def pytest_sessionstart(session):
    """Switches TF32 off for all tests of the run."""
    import pelton as tf

    tf.config.experimental.enable_tensor_float_32_execution(False)
