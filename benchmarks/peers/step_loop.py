"""One training step of a loop of one's own, as a user of each library writes it."""


def keras_step(tf, model, optimizer):
    """Pelton's and TensorFlow's, the same lines: step(images, labels) gives the loss."""
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def step(images, labels):
        with tf.GradientTape() as tape:
            loss = loss_of(labels, model(images, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        return loss

    return step


def torch_step(torch, model, optimizer):
    """The same for torch."""
    loss_of = torch.nn.CrossEntropyLoss()

    def step(images, labels):
        optimizer.zero_grad(set_to_none=True)
        loss = loss_of(model(images), labels)
        loss.backward()
        optimizer.step()
        return loss

    return step
