"""An eager torch epoch that does what Keras's `fit` does: both torch contestants' loop.

A new permutation, Adam with Keras's epsilon, running loss and accuracy."""


def epoch_of(torch, model, images, labels, batch_size):
    """Returns the function that trains `model` for one epoch and gives its mean loss."""
    optimizer = torch.optim.Adam(model.parameters(), lr=0.001, eps=1e-7)
    cross_entropy = torch.nn.CrossEntropyLoss()

    def train_epoch():
        order = torch.randperm(len(images), device=images.device)
        loss_sum = torch.zeros((), device=images.device)
        right = torch.zeros((), dtype=torch.int64, device=images.device)
        for rows in order.split(batch_size):
            x, y = images[rows], labels[rows]
            optimizer.zero_grad(set_to_none=True)
            logits = model(x)
            loss = cross_entropy(logits, y)
            loss.backward()
            optimizer.step()
            loss_sum += loss.detach() * len(rows)
            right += (logits.argmax(1) == y).sum()
        return loss_sum / len(images)

    return train_epoch
