"""An eager torch epoch that does what Keras's `fit` does: both torch contestants' loop.

A new permutation, Adam with Keras's epsilon, running loss and accuracy."""


def class_figures(torch):
    """Returns figures(logits, labels): the mean cross-entropy and how many labels are the best."""
    cross_entropy = torch.nn.CrossEntropyLoss()

    def figures(logits, labels):
        return cross_entropy(logits, labels), (logits.argmax(1) == labels).sum()

    return figures


def epoch_of(torch, model, inputs, targets, batch_size, figures=None):
    """Returns the function that trains `model` for one epoch and gives its mean loss.

    `inputs` and `targets` are lists of tensors; `figures(outputs, *targets)` gives a batch's loss
    and correct predictions, class_figures unless given."""
    optimizer = torch.optim.Adam(model.parameters(), lr=0.001, eps=1e-7, fused=True)
    figures = figures or class_figures(torch)
    count, device = len(inputs[0]), inputs[0].device

    def train_epoch():
        order = torch.randperm(count, device=device)
        loss_sum = torch.zeros((), device=device)
        right = torch.zeros((), dtype=torch.int64, device=device)
        for rows in order.split(batch_size):
            optimizer.zero_grad(set_to_none=True)
            outputs = model(*(x[rows] for x in inputs))
            loss, correct = figures(outputs, *(y[rows] for y in targets))
            loss.backward()
            optimizer.step()
            loss_sum += loss.detach() * len(rows)
            right += correct
        return loss_sum / count

    return train_epoch
