"""Deep Q-learning in a small world: an agent finds its way to a goal, with a loop of its own."""

import collections
import random

import pelton as tf

SIDE, ACTIONS = 4, 4
GOAL, PIT = (3, 3), (1, 2)
MOVES = ((-1, 0), (1, 0), (0, -1), (0, 1))
Step = collections.namedtuple("Step", "state action reward following done")


class World:
    """A field of 4x4: reaching the goal gives 1, the pit takes 1, each step costs 0.04."""

    def reset(self):
        self.place, self.steps = (0, 0), 0
        return self.state()

    def state(self):
        """16 numbers: one at the agent's place."""
        return [float((row, column) == self.place) for row in range(SIDE) for column in range(SIDE)]

    def step(self, action):
        """The state after a move, its reward and whether the walk has ended."""
        row, column = (
            min(max(at + by, 0), SIDE - 1) for at, by in zip(self.place, MOVES[action], strict=True)
        )
        self.place, self.steps = (row, column), self.steps + 1
        reward = 1.0 if self.place == GOAL else -1.0 if self.place == PIT else -0.04
        return self.state(), reward, self.place in (GOAL, PIT) or self.steps == 30


def make_network():
    """From a state to the value of each action."""
    layers = tf.keras.layers
    return tf.keras.Sequential(
        [tf.keras.Input((SIDE * SIDE,)), layers.Dense(32, activation="relu"), layers.Dense(ACTIONS)]
    )


def make_learner(network, target, discount=0.95):
    """One step of learning, traced once: values move towards reward plus what comes after."""
    optimizer = tf.keras.optimizers.Adam(0.005)
    loss_function = tf.keras.losses.Huber()

    @tf.function
    def learn(states, actions, rewards, following, done):
        later = tf.reduce_max(target(following), axis=1)
        wanted = rewards + discount * later * (1.0 - done)
        with tf.GradientTape() as tape:
            chosen = tf.reduce_sum(network(states) * tf.one_hot(actions, ACTIONS), axis=1)
            loss = loss_function(wanted, chosen)
        weights = network.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights, strict=True))
        return loss

    return learn


def best_action(network, state):
    """The action of the greatest value."""
    return int(tf.argmax(network(tf.constant([state]))[0]))


def walk(network):
    """The sum of rewards of a walk by the best actions."""
    world, total, done = World(), 0.0, False
    state = world.reset()
    while not done:
        state, reward, done = world.step(best_action(network, state))
        total += reward
    return total


def main(episodes=120, batch=32):
    """Learns from walks that become less random; the reward of a walk at the end."""
    tf.keras.utils.set_random_seed(1)
    network, target = make_network(), make_network()
    learn = make_learner(network, target)
    memory = collections.deque(maxlen=2000)
    world = World()
    for episode in range(episodes):
        state, done = world.reset(), False
        curiosity = max(0.1, 1 - episode / (0.6 * episodes))
        while not done:
            is_random = random.random() < curiosity
            action = random.randrange(ACTIONS) if is_random else best_action(network, state)
            following, reward, done = world.step(action)
            memory.append(Step(state, action, reward, following, float(done)))
            state = following
            if len(memory) >= batch:
                learn(*map(tf.constant, zip(*random.sample(memory, batch), strict=True)))
        if episode % 5 == 0:
            target.set_weights(network.get_weights())
    total = walk(network)
    print(f"reward of the last walk {total:.2f} (the best is {1 - 5 * 0.04:.2f})")
    return total


if __name__ == "__main__":
    main()
