"""Records Keras's metrics: the result after each update of a stream, variables and configs.

Run `record_keras.py metrics`; the cases themselves are in `metric_cases.py`.
"""

from recorded.code_facts import error_entry
from recorded.fact_file import write_facts
from recorded.recorder import keras, made_by, np
from recorded.training.metric_cases import CASES, MEANS
from recorded.training.record_losses import identify

CLASSES = (
    "Mean Sum MeanSquaredError RootMeanSquaredError MeanAbsoluteError Accuracy BinaryAccuracy "
    "CategoricalAccuracy SparseCategoricalAccuracy TopKCategoricalAccuracy "
    "SparseTopKCategoricalAccuracy BinaryCrossentropy CategoricalCrossentropy "
    "SparseCategoricalCrossentropy"
).split()
IDENTIFIERS = (
    "accuracy acc Accuracy binary_accuracy BinaryAccuracy categorical_accuracy "
    "CategoricalAccuracy sparse_categorical_accuracy SparseCategoricalAccuracy "
    "top_k_categorical_accuracy TopKCategoricalAccuracy sparse_top_k_categorical_accuracy "
    "SparseTopKCategoricalAccuracy mse MSE mean_squared_error MeanSquaredError mae MAE "
    "mean_absolute_error MeanAbsoluteError bce BCE binary_crossentropy BinaryCrossentropy "
    "categorical_crossentropy CategoricalCrossentropy sparse_categorical_crossentropy "
    "SparseCategoricalCrossentropy mean Mean sum Sum root_mean_squared_error nope"
).split()


def record_stream(case, metric):
    """Feeds the updates one by one and notes the result after each."""
    keras.backend.clear_session()
    facts = dict(case)
    try:
        metric = metric()
        facts["result_before"] = metric.result().numpy()
        facts["results"] = []
        for update in case["updates"]:
            metric.update_state(**update)
            facts["results"].append(metric.result().numpy())
        facts["result_dtype"] = metric.result().dtype.name
        facts["variables"] = [
            {"name": v.name, "path": v.path, "dtype": v.dtype, "value": np.asarray(v.value)}
            for v in metric.variables
        ]
        metric.reset_state()
        facts["result_after_reset"] = metric.result().numpy()
        facts["config"] = metric.get_config()
        facts["repr"] = repr(metric)
    except Exception as error:  # the refusal is the fact
        facts["error"] = error_entry(error)
    return facts


def main():
    """Writes `metrics.json`."""
    cases = [
        record_stream(
            case, lambda case=case: getattr(keras.metrics, case["class"])(**case["kwargs"])
        )
        for case in CASES
    ]
    means = [record_stream(case, keras.metrics.Mean) for case in MEANS]
    sums = [
        record_stream({**case, "name": case["name"].replace("mean", "sum")}, keras.metrics.Sum)
        for case in MEANS
    ]
    facts = {
        "cases": cases,
        "means": means,
        "sums": sums,
        "configs": {name: getattr(keras.metrics, name)().get_config() for name in CLASSES},
        "identifiers": {name: identify(keras.metrics.get, name) for name in IDENTIFIERS},
    }
    write_facts("training/metrics", made_by("training/record_metrics.py"), facts)


if __name__ == "__main__":
    main()
