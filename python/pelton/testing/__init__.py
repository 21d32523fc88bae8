"""What ``tf.test`` offers test suites: assertions on tensors, gradients by differences."""
