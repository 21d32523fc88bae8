"""The MNIST CNN as a torch loop, `--layout nchw` or `channels_last`, eager or with `--compile`.

Does what Keras's `fit` does: a new permutation per epoch, Adam, running loss and accuracy.
"""

from mnist_job import arguments, epoch_turn, load

OPTIONS = arguments()

from mnist_torch_net import build  # noqa: E402
from torch_epoch import epoch_of  # noqa: E402
from worker import serve  # noqa: E402


def prepare():
    """Returns the turn of one epoch over float32 images that are already in memory."""
    import torch
    from torch import nn

    torch.set_num_threads(OPTIONS.threads)
    layout = torch.channels_last if OPTIONS.layout == "channels_last" else torch.contiguous_format
    (x_train, y_train), (x_test, y_test) = load(OPTIONS.data, OPTIONS.steps * OPTIONS.batch_size)
    images, labels = torch.from_numpy(x_train)[:, None].float() / 255, torch.from_numpy(y_train)
    images = images.contiguous(memory_format=layout)
    model = build(nn, layout)
    trained = torch.compile(model) if OPTIONS.compile else model
    train_epoch = epoch_of(torch, trained, [images], [labels], OPTIONS.batch_size)

    def last_facts():
        right = 0
        with torch.no_grad():
            for start in range(0, len(x_test), 1000):
                x = torch.from_numpy(x_test[start : start + 1000])[:, None].float() / 255
                right += int((model(x).argmax(1).numpy() == y_test[start : start + 1000]).sum())
        return {"test_accuracy": right / len(x_test)}

    return epoch_turn(train_epoch, len(images)), {"version": torch.__version__}, last_facts


if __name__ == "__main__":
    serve(prepare)
