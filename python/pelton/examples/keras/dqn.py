"""Deep Q-learning in stock Keras: steps on a line to the goal at its end, from random play."""

import random

import keras_pelton  # noqa: F401 - sets Keras's backend

import keras  # isort: skip
from keras import layers, ops  # isort: skip

import pelton as tf

LENGTH = 8
LIMIT = 24


class Walk:
    """Places 0 to 7; action 1 goes right, 0 left. The right end gives 1, each step costs 0.02."""

    def reset(self):
        self.place, self.steps = 0, 0
        return self.place

    def step(self, action):
        self.place = max(0, self.place + (1 if action else -1))
        self.steps += 1
        is_there = self.place == LENGTH - 1
        return self.place, 1.0 if is_there else -0.02, is_there, self.steps >= LIMIT


def make_network():
    """From a place to the worth of both actions."""
    encode = layers.CategoryEncoding(LENGTH, output_mode="one_hot")
    return keras.Sequential(
        [keras.Input((1,), dtype="int32"), encode, layers.Dense(32, "relu"), layers.Dense(2)]
    )


def make_step(network, target, optimizer, loss_fn, discount):
    """A training step on a batch of (place, action, reward, next place, whether it ended)."""

    @tf.function
    def step(places, actions, rewards, following, ended):
        best = ops.max(target(following), axis=1)
        wanted = rewards + discount * best * (1 - ended)
        with tf.GradientTape() as tape:
            worth = ops.sum(network(places) * ops.one_hot(actions, 2), axis=1)
            loss = loss_fn(wanted, worth)
        weights = network.trainable_weights
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights, strict=True))
        return loss

    return step


def batch_of(memory, size, choice):
    """Random moments of the memory, as arrays."""
    rows = zip(*choice.sample(memory, size), strict=True)
    places, actions, rewards, following, ended = rows
    return (
        ops.convert_to_tensor([[place] for place in places], "int32"),
        ops.convert_to_tensor(actions, "int32"),
        ops.convert_to_tensor(rewards, "float32"),
        ops.convert_to_tensor([[place] for place in following], "int32"),
        ops.convert_to_tensor(ended, "float32"),
    )


def best_actions(network):
    """The action of each place."""
    worth = network(ops.arange(LENGTH, dtype="int32")[:, None])
    return [int(action) for action in ops.argmax(worth, axis=1)]


def play(network):
    """The steps that the network's actions take to the goal."""
    walk, actions = Walk(), best_actions(network)
    place, is_over = walk.reset(), False
    while not is_over:
        place, _, is_there, is_late = walk.step(actions[place])
        is_over = is_there or is_late
    return walk.steps


def main(episodes=60):
    """Trains by play; the steps to the goal, of which 7 are the fewest."""
    keras.utils.set_random_seed(1)
    choice, memory = random.Random(1), []
    network, target = make_network(), make_network()
    optimizer = keras.optimizers.Adam(0.01)
    step = make_step(network, target, optimizer, keras.losses.Huber(), 0.95)
    for episode in range(episodes):
        walk, is_over = Walk(), False
        place, actions = walk.reset(), best_actions(network)
        while not is_over:
            action = choice.randrange(2) if choice.random() < 0.3 else actions[place]
            following, reward, is_there, is_late = walk.step(action)
            memory.append((place, action, reward, following, float(is_there)))
            place, is_over = following, is_there or is_late
        if len(memory) >= 64:
            losses = [float(step(*batch_of(memory, 64, choice))) for _ in range(8)]
            if episode % 3 == 0:
                target.set_weights(network.get_weights())
            if episode % 10 == 0:
                print(f"episode {episode}: loss {losses[-1]:.4f}, {play(network)} steps")
    steps = play(network)
    print(f"{steps} steps to the goal")
    return steps


if __name__ == "__main__":
    main()
