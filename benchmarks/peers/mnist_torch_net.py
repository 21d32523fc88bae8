"""The article's CNN as a torch module, for every contestant that trains it."""


def build(nn, layout):
    """Returns the article's CNN; NCHW's flatten order differs, its arithmetic does not."""
    return nn.Sequential(
        nn.Conv2d(1, 32, 3),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(64, 64, 3),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(576, 64),
        nn.ReLU(),
        nn.Linear(64, 10),
    ).to(memory_format=layout)
