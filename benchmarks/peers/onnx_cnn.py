"""The article's CNN as an ONNX graph with random weights, for ONNX Runtime."""


def mnist_cnn():
    """Returns the model: input x of (n, 1, 28, 28), output y of (n, 10) logits."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    random = np.random.default_rng(5)
    nodes, weights = [], []
    value = "x"

    def add(op, shapes=(), **attributes):
        nonlocal value
        names = [f"w{len(weights) + i}" for i in range(len(shapes))]
        for name, shape in zip(names, shapes, strict=True):
            numbers = (random.random(shape, dtype=np.float32) - 0.5) / 8
            weights.append(numpy_helper.from_array(numbers, name))
        output = f"v{len(nodes)}"
        nodes.append(helper.make_node(op, [value, *names], [output], **attributes))
        value = output

    for channels, filters, pools in ((1, 32, True), (32, 64, True), (64, 64, False)):
        add("Conv", [(filters, channels, 3, 3), (filters,)])
        add("Relu")
        if pools:
            add("MaxPool", kernel_shape=[2, 2], strides=[2, 2])
    add("Flatten")
    add("Gemm", [(64, 576), (64,)], transB=1)
    add("Relu")
    add("Gemm", [(10, 64), (10,)], transB=1)
    images = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 1, 28, 28])
    logits = helper.make_tensor_value_info(value, TensorProto.FLOAT, ["n", 10])
    graph = helper.make_graph(nodes, "mnist_cnn", [images], [logits], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
