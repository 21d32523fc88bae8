"""The networks of net_list.py as torch modules."""


def convolution(nn, channels, filters, size, stride, padding="same", bias=True):
    """A convolution's modules; torch has no "same" for strides, so zeros are padded as there."""
    if padding == "same" and stride == 1:
        return [nn.Conv2d(channels, filters, size, bias=bias, padding="same")]
    pad = []
    if padding == "same":
        total = max(size - stride, 0)
        before = total // 2
        pad = [nn.ZeroPad2d((before, total - before, before, total - before))] if total else []
    return [*pad, nn.Conv2d(channels, filters, size, stride, bias=bias)]


def transposed_convolution(nn, channels, filters, size, stride, activation):
    """A transposed convolution to `stride` times the size, as "same" padding gives it."""
    before = (size - stride) // 2 + (size - stride) % 2
    more = 2 * before + stride - size
    layer = nn.ConvTranspose2d(channels, filters, size, stride, before, output_padding=more)
    return [layer] + [nn.ReLU()] * (activation == "relu")


def norm(nn, channels):
    """Batch normalisation with Keras's settings."""
    return nn.BatchNorm2d(channels, eps=1e-3, momentum=0.01)


def residual(nn, channels, filters, stride):
    """A block of a residual network."""

    class Residual(nn.Module):
        def __init__(self):
            super().__init__()
            first = convolution(nn, channels, filters, 3, stride, bias=False)
            second = convolution(nn, filters, filters, 3, 1, bias=False)
            norms = [norm(nn, filters) for _ in range(2)]
            self.body = nn.Sequential(*first, norms[0], nn.ReLU(), *second, norms[1])
            plain = [] if stride == 1 else convolution(nn, channels, filters, 1, stride, bias=False)
            self.shortcut = nn.Sequential(*plain)

        def forward(self, x):
            return nn.functional.relu(self.body(x) + self.shortcut(x))

    return Residual()


def encoder(nn, width, heads, units):
    """A transformer block; its attention is the fused one."""

    class Encoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.parts = nn.ModuleList(nn.Linear(width, width) for _ in range(3))
            self.output = nn.Linear(width, width)
            self.inner, self.outer = nn.Linear(width, units), nn.Linear(units, width)
            self.norms = nn.ModuleList(nn.LayerNorm(width, eps=1e-3) for _ in range(2))

        def attend(self, x):
            batch, positions, _ = x.shape
            shape = (batch, positions, heads, width // heads)
            parts = (part(x).view(shape).transpose(1, 2) for part in self.parts)
            y = nn.functional.scaled_dot_product_attention(*parts)
            return self.output(y.transpose(1, 2).reshape(batch, positions, width))

        def forward(self, x):
            x = self.norms[0](x + self.attend(x))
            return self.norms[1](x + self.outer(nn.functional.relu(self.inner(x))))

    return Encoder()


def recurrent(nn, kind, width, units):
    """The last output of a recurrent layer; of two directions both ends, beside each other."""
    both = kind == "bidirectional_lstm"
    make = nn.GRU if kind == "gru" else nn.LSTM

    class Last(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = make(width, units, batch_first=True, bidirectional=both)

        def forward(self, x):
            y = self.layer(x)[0]
            if not both:
                return y[:, -1]
            return nn.functional.torch.cat([y[:, -1, :units], y[:, 0, units:]], 1)

    return Last(), units * (1 + both)


def convolution_of_positions(nn, width, filters, size):
    """A convolution over the positions of sequences (batch, positions, width)."""

    class Convolution(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Conv1d(width, filters, size)

        def forward(self, x):
            return self.layer(x.transpose(1, 2)).transpose(1, 2)

    return Convolution()


def global_max(nn):
    """The largest value over the positions of sequences."""

    class Largest(nn.Module):
        def forward(self, x):
            return x.amax(1)

    return Largest()


def positions_average(nn):
    """The mean over the positions of sequences."""

    class Mean(nn.Module):
        def forward(self, x):
            return x.mean(1)

    return Mean()


def modules(nn, row, width):
    """The modules of a row, given how many channels or features come in, and how many go out."""
    kind, *numbers = row
    makers = {
        "max": nn.MaxPool2d,
        "average": nn.AvgPool2d,
        "relu": nn.ReLU,
        "leaky_relu": nn.LeakyReLU,
        "tanh": nn.Tanh,
        "dropout": nn.Dropout,
        "flatten": nn.Flatten,
        "global_max": lambda: global_max(nn),
        "positions_average": lambda: positions_average(nn),
        "norm": lambda: norm(nn, width),
    }
    if kind == "conv":
        *numbers, activation = numbers
        return convolution(nn, width, *numbers) + [nn.ReLU()] * (activation == "relu"), numbers[0]
    if kind == "conv_transpose":
        return transposed_convolution(nn, width, *numbers), numbers[0]
    if kind == "reshape":
        height, columns, channels = numbers
        return [nn.Unflatten(1, (channels, height, columns))], channels
    if kind == "plain_conv":
        return convolution(nn, width, *numbers, bias=False), numbers[0]
    if kind == "dense":
        units, activation = numbers
        return [nn.LazyLinear(units)] + [nn.ReLU()] * (activation == "relu"), units
    if kind == "residual":
        return [residual(nn, width, *numbers)], numbers[0]
    if kind == "global_average":
        return [nn.AdaptiveAvgPool2d(1), nn.Flatten()], width
    if kind in makers:
        return [makers[kind](*numbers)], width
    return modules_of_sequences(nn, kind, numbers, width)


def modules_of_sequences(nn, kind, numbers, width):
    """The modules of a row over sequences, as modules() gives them."""
    if kind == "embedding":
        return [nn.Embedding(*numbers)], numbers[1]
    if kind == "conv1d":
        module = convolution_of_positions(nn, width, *numbers[:2])
        return [module] + [nn.ReLU()] * (numbers[2] == "relu"), numbers[0]
    if kind == "encoder":
        return [encoder(nn, width, *numbers)], width
    module, out = recurrent(nn, kind, width, *numbers)
    return [module], out


def in_sequence(nn, rows, width):
    """The rows one after the other; NCHW's flatten order differs, its arithmetic does not."""
    out = []
    for row in rows:
        more, width = modules(nn, row, width)
        out += more
    return nn.Sequential(*out)


def network_of_several(nn, net):
    """A network of several inputs that share an embedding, with two outputs."""

    class Several(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(net["words"], net["width"])
            self.inner = in_sequence(nn, net["layers"], net["width"] * len(net["input"]))
            self.priority, self.department = nn.LazyLinear(1), nn.LazyLinear(net["departments"])

        def forward(self, *inputs):
            means = [self.embedding(tokens).mean(1) for tokens in inputs]
            x = self.inner(nn.functional.torch.cat(means, 1))
            return self.priority(x), self.department(x)

    return Several()


def build(nn, net):
    """The network of an entry of the list; its first call learns the widths of its products."""
    if isinstance(net["input"], dict):
        return network_of_several(nn, net)
    return in_sequence(nn, net["layers"], net["input"][-1])
