#include "bindings/layers/layer_cycles.h"

#include "bindings/nn/python_loss.h"
#include "bindings/nn/python_metric.h"
#include "bindings/python_object.h"
#include "nn/training/trainer.h"

namespace pelton::bindings {
namespace {

// The Python half of an object whose class is derived in Python: a shared pointer to it holds one
// reference to that, whatever its copies. Null for others. Borrowed; nothing is allocated.
template <class T>
PyObject* python_half(const T& object) {
  if (dynamic_cast<const py::trampoline_self_life_support*>(&object) == nullptr) return nullptr;
  const void* const address = static_cast<const void*>(&object);
  return py::detail::with_instance_map(address, [&](auto& instances) -> PyObject* {
    const auto found = instances.find(address);
    return found == instances.end() ? nullptr : reinterpret_cast<PyObject*>(found->second);
  });
}

template <class Function, class T>
int visit_shared(const std::shared_ptr<T>& pointer, long copies, visitproc visit, void* arg) {
  if (pointer == nullptr || pointer.use_count() != copies) return 0;
  if (const auto* function = dynamic_cast<const Function*>(pointer.get()))
    Py_VISIT(function->function().ptr());
  else
    Py_VISIT(python_half(*pointer));
  return 0;
}

int visit_metrics(const CompiledMetrics& metrics, visitproc visit, void* arg) {
  const long copies = metrics.resolved() ? 2 : 1;  // the choice, and what is called
  for (const auto* choices : {&metrics.choices(), &metrics.weighted_choices()})
    for (const MetricChoice& choice : *choices)
      if (const auto* metric = std::get_if<std::shared_ptr<Metric>>(&choice))
        if (const int result = visit_shared<FunctionMetric>(*metric, copies, visit, arg))
          return result;
  return 0;
}

}  // namespace

bool is_complete(PyObject* self) {
  const auto* instance = reinterpret_cast<const py::detail::instance*>(self);
  if (!instance->simple_layout && instance->nonsimple.values_and_holders == nullptr) return false;
  return py::detail::is_holder_constructed(self);
}

int visit_activation(const ActivationPtr& activation, visitproc visit, void* arg) {
  if (activation != nullptr && activation.use_count() == 1) Py_VISIT(held_object(activation));
  return 0;
}

int visit_trainer(const Model& model, visitproc visit, void* arg) {
  const std::shared_ptr<Trainer>& trainer = model.trainer();
  if (trainer == nullptr || trainer.use_count() != 1) return 0;
  // compile() keeps a loss that is an object twice: as the choice, and as what is called.
  if (const auto* loss = std::get_if<std::shared_ptr<Loss>>(&trainer->loss()))
    if (const int result = visit_shared<FunctionLoss>(*loss, 2, visit, arg)) return result;
  return visit_metrics(trainer->compiled_metrics(), visit, arg);
}

int visit_layers(const Sequential& model, visitproc visit, void* arg) {
  const auto layers = model.layer_list();  // copies of the layers would count as holders
  for (const LayerPtr& layer : *layers)
    if (layer.use_count() == 1) Py_VISIT(python_half(*layer));
  return 0;
}

}  // namespace pelton::bindings
