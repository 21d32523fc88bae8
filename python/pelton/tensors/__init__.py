"""What is a tensor or describes one: specs, arrays of tensors, slices by index, messages."""
