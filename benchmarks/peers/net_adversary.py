"""A generator of images and a network that tells them from others, learning in one step.

The loop of TensorFlow's tutorial of DCGANs, within `fit`; torch's does the same eagerly."""

RATE = 1e-4  # of Adam


def keras_adversary(tf, net, generator, critic, **options):
    """Pelton's and TensorFlow's model of both networks, the same lines, compiled."""
    optimizers = [tf.keras.optimizers.Adam(RATE) for _ in range(2)]
    loss_of = tf.keras.losses.BinaryCrossentropy(from_logits=True)

    class Adversary(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.generator, self.critic = generator, critic

        def train_step(self, batch):
            noise = tf.random.normal((net["batch"], net["noise"]))
            with tf.GradientTape() as making, tf.GradientTape() as judging:
                made = critic(generator(noise, training=True), training=True)
                real = critic(batch[0], training=True)
                loss = loss_of(tf.ones_like(made), made)
                errors = loss_of(tf.ones_like(real), real) + loss_of(tf.zeros_like(made), made)
            for tape, value, network, optimizer in zip(
                (making, judging), (loss, errors), (generator, critic), optimizers, strict=True
            ):
                weights = network.trainable_variables
                gradients = tape.gradient(value, weights)
                optimizer.apply_gradients(zip(gradients, weights, strict=True))
            return {"loss": loss, "errors": errors}

    model = Adversary()
    model.compile(**options)
    return model


def torch_adversary(torch, net, images, is_last):
    """The function that trains both networks of torch for an epoch and gives the mean loss."""
    from net_modules import in_sequence

    layout = torch.channels_last if is_last else torch.contiguous_format
    images = images.permute(0, 3, 1, 2).contiguous(memory_format=layout)
    generator = in_sequence(torch.nn, net["generator"], net["noise"])
    critic = in_sequence(torch.nn, net["layers"], net["input"][-1])
    critic(generator(torch.randn(2, net["noise"])))  # the lazy layers learn their inputs
    networks = [network.to(memory_format=layout) for network in (generator, critic)]
    optimizers = [
        torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-7, fused=True)
        for network in networks
    ]
    loss_of = torch.nn.BCEWithLogitsLoss()

    def train_epoch():
        total = torch.zeros(())
        for rows in torch.randperm(len(images)).split(net["batch"]):
            made = critic(generator(torch.randn(net["batch"], net["noise"])))
            real = critic(images[rows])
            loss = loss_of(made, torch.ones_like(made))
            errors = loss_of(real, torch.ones_like(real)) + loss_of(made, torch.zeros_like(made))
            for value, network in zip((loss, errors), networks, strict=True):
                weights = list(network.parameters())
                gradients = torch.autograd.grad(value, weights, retain_graph=value is loss)
                for weight, gradient in zip(weights, gradients, strict=True):
                    weight.grad = gradient
            for optimizer in optimizers:
                optimizer.step()
            total += loss.detach() * len(rows)
        return total / len(images)

    return train_epoch
