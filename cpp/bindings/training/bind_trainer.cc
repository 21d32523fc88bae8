// Owns the Python side of training: batch sources and the Trainer. Argument handling is Python's.
#include <pybind11/stl.h>

#include <algorithm>
#include <numeric>

#include "bindings/bind.h"
#include "bindings/data/components.h"
#include "bindings/gil.h"
#include "bindings/nn/python_loss.h"
#include "bindings/nn/python_metric.h"
#include "bindings/tensor/borrowed_array.h"
#include "bindings/tensor/casters.h"
#include "bindings/text.h"
#include "bindings/training/python_batches.h"
#include "bindings/training/python_callbacks.h"
#include "bindings/training/python_steps.h"
#include "nn/module/model.h"
#include "nn/training/batches.h"
#include "nn/training/class_weights.h"
#include "nn/training/dataset_batches.h"
#include "nn/training/trainer.h"
#include "nn/training/warning.h"
#include "program/trace/tracer.h"
#include "runtime/memory/memory.h"

namespace pelton::bindings {
namespace {

using Steps = std::optional<int64_t>;

void warn_in_python(const std::string& message) {
  const GilTaken gil;
  if (PyErr_WarnEx(PyExc_UserWarning, message.c_str(), 2) != 0) throw py::error_already_set();
}

Tensor optional_array(py::handle array) { return array.is_none() ? Tensor() : borrow_array(array); }

// The order in which the next epoch takes `rows` samples.
Tensor shuffled_rows(int64_t rows) {
  Tensor order = empty({rows}, DType::int64);
  const std::span<int64_t> places(order.data_as<int64_t>(), static_cast<size_t>(rows));
  std::iota(places.begin(), places.end(), 0);
  shuffle_order(places);
  return order;
}

Samples to_samples(py::handle x, py::handle y, py::handle sample_weight) {
  return {borrow_array(x), optional_array(y), optional_array(sample_weight)};
}

// Nested arrays: `structure` is of (x,), (x, y) or (x, y, sample_weight) with `leaves` in order.
Samples nested_samples(const py::object& structure, const py::list& leaves,
                       std::vector<std::string> roles) {
  Samples out;
  for (py::handle leaf : leaves) out.leaves.push_back(optional_array(leaf));
  out.roles = std::move(roles);
  out.nesting = std::make_shared<PythonNesting>(structure);
  return out;
}

// Makes the weights of the classes of y, of which there is one, the sample weights.
void weigh_classes(Samples& samples, const ClassWeights& weights) {
  const auto leaves_of = [&](const char* role) { return std::ranges::count(samples.roles, role); };
  check(!samples.sample_weight.defined() && leaves_of("sample_weight") == 0, Code::value_error,
        "You cannot `class_weight` and `sample_weight` at the same time.");
  if (samples.nesting == nullptr) {
    samples.sample_weight = class_weights(samples.y, weights);
    return;
  }
  check(leaves_of("y") == 1, Code::value_error,
        "`class_weight` is only supported for Models with a single output.");
  const auto place = std::ranges::find(samples.roles, "y") - samples.roles.begin();
  samples.leaves.push_back(class_weights(samples.leaves[static_cast<size_t>(place)], weights));
  samples.roles.emplace_back("sample_weight");
  const auto& nesting = static_cast<const PythonNesting&>(*samples.nesting);
  samples.nesting = std::make_shared<PythonNesting>(nesting.structure() + py::make_tuple(0));
}

LossChoice to_loss_choice(py::handle loss) {
  if (loss.is_none()) return {};
  if (py::isinstance<py::str>(loss)) return loss.cast<std::string>();
  return to_loss(loss);
}

std::vector<MetricChoice> to_metric_choices(const py::list& metrics) {
  std::vector<MetricChoice> out;
  for (py::handle metric : metrics) {
    if (py::isinstance<py::str>(metric))
      out.emplace_back(metric.cast<std::string>());
    else
      out.emplace_back(to_metric(metric));
  }
  return out;
}

void bind_sources(py::module_& m) {
  py::class_<BatchSource>(m, "BatchSource", "Where batches come from.")
      .def_property_readonly("count", &BatchSource::count);
  py::enum_<Shuffle>(m, "Shuffle")
      .value("none", Shuffle::none)
      .value("samples", Shuffle::samples)
      .value("batches", Shuffle::batches);
  py::class_<Samples>(m, "Samples", "Arrays with one sample per row, left where they are.")
      .def(py::init(&to_samples), py::arg("x"), py::arg("y") = py::none(),
           py::arg("sample_weight") = py::none())
      .def("check_lengths", &check_lengths)
      .def("split", &split_samples, py::arg("fraction"))
      .def("weigh_classes", &weigh_classes, py::arg("class_weight"))
      .def("__len__", &Samples::rows);
  m.def("shuffled_rows", &shuffled_rows, py::arg("rows"));
  m.def("nested_samples", &nested_samples, py::arg("structure"), py::arg("leaves"),
        py::arg("roles"));
  py::class_<ArrayBatches, BatchSource>(m, "ArrayBatches", "Batches gathered from arrays.")
      .def(py::init<Samples, int64_t, Shuffle, bool>(), py::arg("samples"), py::arg("batch_size"),
           py::arg("shuffle") = Shuffle::none, py::arg("cast_x") = false);
  py::class_<IterableBatches, BatchSource>(m, "IterableBatches", "Batches of an iterable.")
      .def(py::init<py::object, ClassWeights, bool>(), py::arg("iterable"),
           py::arg("class_weight") = ClassWeights{}, py::arg("nested") = false);
  py::class_<DatasetBatches, BatchSource>(m, "DatasetBatches", "The elements of a pipeline.")
      .def(py::init([](const DatasetNode& node, ClassWeights weights) {
             return std::make_unique<DatasetBatches>(node.dataset, std::move(weights));
           }),
           py::arg("node"), py::arg("class_weight") = ClassWeights{});
  m.def(
      "nested_dataset_batches",
      [](const DatasetNode& node, const py::object& structure) {
        return std::make_unique<DatasetBatches>(node.dataset,
                                                std::make_shared<PythonNesting>(structure));
      },
      py::arg("node"), py::arg("structure"));
}

void compile(Trainer& trainer, std::shared_ptr<Optimizer> optimizer, py::handle loss,
             const py::list& metrics, const py::list& weighted, std::optional<double> loss_weight,
             int64_t steps_per_execution, bool run_eagerly) {
  CompileOptions options;
  options.optimizer = std::move(optimizer);
  options.loss = to_loss_choice(loss);
  options.loss_weight = loss_weight;
  options.metrics = to_metric_choices(metrics);
  options.weighted_metrics = to_metric_choices(weighted);
  options.steps_per_execution = steps_per_execution;
  options.run_eagerly = run_eagerly;
  trainer.compile(std::move(options));
}

void fit(Trainer& trainer, BatchSource& train, BatchSource* validation, py::handle callbacks,
         int64_t epochs, int64_t initial_epoch, Steps steps_per_epoch, Steps validation_steps,
         const std::variant<int64_t, std::vector<int64_t>>& validation_freq) {
  FitOptions options{.epochs = epochs,
                     .initial_epoch = initial_epoch,
                     .steps_per_epoch = steps_per_epoch,
                     .validation_steps = validation_steps,
                     .validation_freq = 1,
                     .validation_epochs = {}};
  if (const auto* frequency = std::get_if<int64_t>(&validation_freq))
    options.validation_freq = *frequency;
  else
    options.validation_epochs = std::get<std::vector<int64_t>>(validation_freq);
  Tracer::refuse_all("Model.fit is a loop of its own");
  PythonCallbacks hooks(callbacks);
  const GilGivenUp given_up;
  trainer.fit(train, validation, options, hooks);
}

Logs run_evaluate(Trainer& trainer, BatchSource& data, Steps steps, py::handle callbacks) {
  Tracer::refuse_all("Model.evaluate is a loop of its own");
  PythonCallbacks hooks(callbacks);
  const GilGivenUp given_up;
  return trainer.evaluate(data, steps, hooks);
}

std::vector<Tensor> run_predict(Trainer& trainer, BatchSource& data, Steps steps,
                                py::handle callbacks) {
  Tracer::refuse_all("Model.predict is a loop of its own");
  PythonCallbacks hooks(callbacks);
  const GilGivenUp given_up;
  return trainer.predict(data, steps, hooks);
}

// One step on given arrays; the logs of just this batch.
Logs on_batch(Trainer& trainer, const Samples& samples, bool training) {
  Tracer::refuse_all("Model.train_on_batch and test_on_batch give numbers on the host");
  const GilGivenUp given_up;
  WholeBatch batches(samples);
  batches.rewind();
  Batch batch;
  batches.next(batch);
  return trainer.on_batch(batch, training);
}

// Whether the figures have the names of the metrics, in their order: those that have a name twice
// are numbered.
bool names_as_metrics(const Trainer& trainer, const py::dict& logs) {
  const std::vector<std::shared_ptr<Metric>> metrics = trainer.metrics();
  if (metrics.size() != logs.size()) return false;
  size_t next = 0;
  for (const auto& [key, value] : logs)
    if (str_text(key) != metrics[next++]->name()) return false;
  return true;
}

template <class Class>
void def_runs(Class& type) {
  using py::arg;
  type.def("fit", &fit, arg("train"), arg("validation"), arg("callbacks"), arg("epochs"),
           arg("initial_epoch"), arg("steps_per_epoch"), arg("validation_steps"),
           arg("validation_freq"))
      .def(
          "evaluate",
          [](Trainer& trainer, BatchSource& data, Steps steps, py::handle callbacks) {
            return logs_dict(run_evaluate(trainer, data, steps, callbacks));
          },
          arg("data"), arg("steps"), arg("callbacks"))
      .def(
          "predict",
          [](Trainer& trainer, BatchSource& data, Steps steps, py::handle callbacks) {
            py::list leaves;
            for (const Tensor& leaf : run_predict(trainer, data, steps, callbacks))
              leaves.append(to_numpy(leaf));
            return leaves;
          },
          arg("data"), arg("steps"), arg("callbacks"))
      .def(
          "on_batch",
          [](Trainer& trainer, const Samples& samples, bool training) {
            return logs_dict(on_batch(trainer, samples, training));
          },
          arg("samples"), arg("training"))
      .def("predict_step",
           [](Trainer& trainer, const Tensor& x) {
             const GilGivenUp given_up;
             return trainer.predict_step({.x = x})[0];
           })
      .def("names_as_metrics", &names_as_metrics, arg("logs"));
}

// What callbacks set to end a run after a batch, or fit after an epoch.
void def_stops(py::class_<Trainer, std::shared_ptr<Trainer>>& type) {
  type.def_property("stop_training", &Trainer::stop_training, &Trainer::set_stop_training)
      .def_property("stop_evaluating", &Trainer::stop_evaluating, &Trainer::set_stop_evaluating)
      .def_property("stop_predicting", &Trainer::stop_predicting, &Trainer::set_stop_predicting);
}

}  // namespace

void bind_trainer(py::module_& module) {
  set_warning_sink(&warn_in_python);
  py::module_ m = module.def_submodule("training", "Batches and the training loops.");
  bind_sources(m);
  py::class_<Trainer, std::shared_ptr<Trainer>> type(m, "Trainer", "Trains one model.");
  type.def(py::init([](Layer& model) { return std::make_shared<Trainer>(model); }))
      .def("compile", &compile, py::arg("optimizer"), py::arg("loss"), py::arg("metrics"),
           py::arg("weighted_metrics"), py::arg("loss_weight"), py::arg("steps_per_execution"),
           py::arg("run_eagerly") = false)
      .def(
          "set_own_steps",
          [](Trainer& trainer, const py::object& steps) {
            trainer.set_own_steps(steps.is_none() ? nullptr : std::make_shared<PythonSteps>(steps));
          },
          py::arg("steps"))
      .def("explain_programs", &Trainer::explain_programs)
      .def("check_compiled", &Trainer::check_compiled)
      .def("reset_metrics",
           [](Trainer& trainer) {
             Tracer::refuse_all("Model.reset_metrics writes on the host");
             trainer.reset_metrics();
           })
      .def_property_readonly("compiled", &Trainer::compiled)
      .def_property("run_eagerly", &Trainer::run_eagerly, &Trainer::set_run_eagerly)
      .def_property("optimizer", &Trainer::optimizer, &Trainer::set_optimizer)
      .def_property_readonly("metrics", &Trainer::metrics);
  def_stops(type);
  def_runs(type);
  m.def(
      "target_kind",
      [](const Shape& y_true, const Shape& y_pred) {
        constexpr const char* kNames[] = {"binary", "sparse_categorical", "categorical"};
        return kNames[static_cast<size_t>(target_kind(y_true, y_pred))];
      },
      py::arg("y_true"), py::arg("y_pred"));
  m.def("trainer_of", [](Model& model) {
    if (model.trainer() == nullptr) model.set_trainer(std::make_shared<Trainer>(model));
    return model.trainer();
  });
}

}  // namespace pelton::bindings
