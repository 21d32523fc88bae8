"""A network of net_list.py as a torch loop that does what Keras's `fit` does, eager or compiled."""

from net_job import arguments
from net_list import NETS, data

OPTIONS = arguments()

from mnist_job import epoch_turn  # noqa: E402
from torch_epoch import epoch_of  # noqa: E402
from worker import serve  # noqa: E402


def convolution(nn, channels, numbers):
    """The modules of a conv row; torch has no "same" for strides, so zeros are padded as there."""
    filters, size, stride, padding, activation = numbers
    pad = []
    if padding == "same":
        total = max(size - stride, 0)
        before = total // 2
        pad = [nn.ZeroPad2d((before, total - before, before, total - before))] if total else []
    modules = [*pad, nn.Conv2d(channels, filters, size, stride)]
    return modules + [nn.ReLU()] * (activation == "relu")


def module(nn, row, channels):
    """The modules of a row but conv and dense, given the channels that come in."""
    kind, *numbers = row
    makers = {
        "max": nn.MaxPool2d,
        "average": nn.AvgPool2d,
        "relu": nn.ReLU,
        "dropout": nn.Dropout,
        "flatten": nn.Flatten,
    }
    if kind == "norm":
        return [nn.BatchNorm2d(channels, eps=1e-3, momentum=0.01)]
    if kind == "global_average":
        return [nn.AdaptiveAvgPool2d(1), nn.Flatten()]
    return [makers[kind](*numbers)]


def build(torch, net):
    """Returns the network; NCHW's flatten order differs, its arithmetic does not."""
    nn = torch.nn
    modules, channels = [], net["input"][-1]
    for row in net["layers"]:
        kind, *numbers = row
        if kind == "conv":
            modules += convolution(nn, channels, numbers)
            channels = numbers[0]
        elif kind == "dense":
            modules += [nn.LazyLinear(numbers[0])] + [nn.ReLU()] * (numbers[1] == "relu")
        else:
            modules += module(nn, row, channels)
    return nn.Sequential(*modules)


def prepare():
    """Returns the turn of one epoch over images that are already in memory."""
    import torch

    torch.set_num_threads(OPTIONS.threads)
    net = NETS[OPTIONS.net]
    x, y = data(net, OPTIONS.steps)
    images, labels = torch.from_numpy(x), torch.from_numpy(y)
    model = build(torch, net)
    if images.ndim == 4:
        last = OPTIONS.layout == "channels_last"
        layout = torch.channels_last if last else torch.contiguous_format
        images = images.permute(0, 3, 1, 2).contiguous(memory_format=layout)
    model(images[:2])  # the lazy layers learn their inputs
    if images.ndim == 4:
        model = model.to(memory_format=layout)
    model = torch.compile(model) if OPTIONS.compile else model
    train_epoch = epoch_of(torch, model, images, labels, net["batch"])

    return epoch_turn(train_epoch, len(images)), {"version": torch.__version__}, dict


if __name__ == "__main__":
    serve(prepare)
