"""tf.linalg's LinearOperators: matrices by their structure, a module for each kind."""
