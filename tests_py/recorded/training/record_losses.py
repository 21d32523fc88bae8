"""Records Keras's losses: values, gradients by the prediction, configs and identifiers.

Run `record_keras.py losses`; the cases themselves are in `loss_cases.py`.
"""

from recorded.code_facts import error_entry
from recorded.fact_file import write_facts
from recorded.recorder import dense_gradient, keras, made_by, tf
from recorded.training.loss_cases import CASES

CLASSES = (
    "MeanSquaredError MeanAbsoluteError BinaryCrossentropy CategoricalCrossentropy "
    "SparseCategoricalCrossentropy"
).split()
IDENTIFIERS = (
    "mse MSE mean_squared_error MeanSquaredError mae MAE mean_absolute_error MeanAbsoluteError "
    "bce BCE binary_crossentropy BinaryCrossentropy categorical_crossentropy "
    "CategoricalCrossentropy sparse_categorical_crossentropy SparseCategoricalCrossentropy "
    "mape MAPE msle MSLE kld KLD huber log_cosh cosine_similarity hinge poisson nope Mse"
).split()


def record_case(case):
    """Returns the case with its value and the gradient of the value's sum by `y_pred`."""
    facts = dict(case)
    try:
        loss = getattr(keras.losses, case["class"])(**case["kwargs"])
        prediction = tf.constant(case["y_pred"])
        with tf.GradientTape() as tape:
            tape.watch(prediction)
            activation = keras.activations.get(case.get("activation"))
            value = loss(case["y_true"], activation(prediction), case.get("sample_weight"))
            total = tf.reduce_sum(value)
        facts["value"] = value.numpy()
        facts["gradient"] = dense_gradient(tape.gradient(total, prediction))
    except Exception as error:  # the refusal is the fact
        facts["error"] = error_entry(error)
    return facts


def identify(get, name):
    """Returns the name of what a string stands for, or the error of an unknown string."""
    try:
        found = get(name)
    except Exception as error:  # the refusal is the fact
        return error_entry(error)
    return getattr(found, "__name__", type(found).__name__)


def main():
    """Writes `losses.json`."""
    facts = {
        "cases": [record_case(case) for case in CASES],
        "configs": {name: getattr(keras.losses, name)().get_config() for name in CLASSES},
        "identifiers": {name: identify(keras.losses.get, name) for name in IDENTIFIERS},
    }
    write_facts("training/losses", made_by("training/record_losses.py"), facts)


if __name__ == "__main__":
    main()
