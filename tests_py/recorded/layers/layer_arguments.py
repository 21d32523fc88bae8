"""Arguments of layers that are layers: written as configs in the cases, made by either library."""


def made_arguments(layers, kwargs):
    """`kwargs` with each {"class_name", "config"}, in lists too, as a layer of `layers`."""

    def made(value):
        if isinstance(value, dict) and "class_name" in value:
            return getattr(layers, value["class_name"])(**value["config"])
        if isinstance(value, list):
            return [made(item) for item in value]
        return value

    return {name: made(value) for name, value in kwargs.items()}


def layer(cls, **config):
    """A layer as an argument."""
    return {"class_name": cls, "config": config}
