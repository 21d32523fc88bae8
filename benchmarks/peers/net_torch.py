"""A network of net_list.py as a torch loop that does what Keras's `fit` does, eager or compiled."""

from net_adversary import torch_adversary
from net_job import arguments
from net_list import NETS, data
from net_modules import build

OPTIONS = arguments()

from mnist_job import epoch_turn  # noqa: E402
from torch_epoch import class_figures, epoch_of  # noqa: E402
from worker import serve  # noqa: E402


def tensors(torch, arrays):
    """The tensors of an array, or of a dict's arrays."""
    each = arrays.values() if isinstance(arrays, dict) else [arrays]
    return [torch.from_numpy(array) for array in each]


def figures_of(torch, net, targets):
    """Loss and correct predictions of the network's output, or of its two."""
    classes = class_figures(torch)
    if net.get("reconstructs"):
        return lambda images, wanted: (torch.nn.functional.mse_loss(images, wanted), 0)
    if len(targets) == 1:
        return classes

    def both(outputs, numbers, labels):
        loss, right = classes(outputs[1], labels)
        return loss + torch.nn.functional.mse_loss(outputs[0], numbers), right

    return both


def prepare():
    """Returns the turn of one epoch over data that is already in memory."""
    import torch

    torch.set_num_threads(OPTIONS.threads)
    net = NETS[OPTIONS.net]
    inputs, targets = (tensors(torch, arrays) for arrays in data(net, OPTIONS.steps))
    if "generator" in net:
        train_epoch = torch_adversary(torch, net, inputs[0], OPTIONS.layout == "channels_last")
        return epoch_turn(train_epoch, len(inputs[0])), {"version": torch.__version__}, dict
    model = build(torch.nn, net)
    are_images = inputs[0].ndim == 4
    if are_images:
        last = OPTIONS.layout == "channels_last"
        layout = torch.channels_last if last else torch.contiguous_format

        def laid_out(tensors):
            return [x.permute(0, 3, 1, 2).contiguous(memory_format=layout) for x in tensors]

        inputs = laid_out(inputs)
        targets = laid_out(targets) if net.get("reconstructs") else targets
    model(*(x[:2] for x in inputs))  # the lazy layers learn their inputs
    if are_images:
        model = model.to(memory_format=layout)
    model = torch.compile(model) if OPTIONS.compile else model
    figures = figures_of(torch, net, targets)
    train_epoch = epoch_of(torch, model, inputs, targets, net["batch"], figures)

    return epoch_turn(train_epoch, len(inputs[0])), {"version": torch.__version__}, dict


if __name__ == "__main__":
    serve(prepare)
