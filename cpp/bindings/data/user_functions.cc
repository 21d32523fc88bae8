#include "bindings/data/user_functions.h"

#include "bindings/gil.h"
#include "runtime/dispatch/context.h"

namespace pelton::bindings {

TracedFunction::TracedFunction(std::shared_ptr<ConcreteFunction> trace,
                               std::vector<bool> are_tensors, std::string title)
    : trace_(std::move(trace)), are_tensors_(std::move(are_tensors)), title_(std::move(title)) {}

TracedFunction::~TracedFunction() {
  const GilTaken gil;
  trace_.reset();
}

data::Components TracedFunction::call(data::Element& element) const {
  std::vector<Tensor> inputs;
  for (const data::Component& part : element.parts())
    if (part.tensor.defined()) inputs.push_back(part.tensor);
  std::vector<Tensor> outputs = trace_->compute(inputs);
  data::Components out;
  size_t next = 0;
  for (const bool is_tensor : are_tensors_)
    out.push_back(is_tensor ? data::Component(std::move(outputs[next++])) : data::Component());
  return out;
}

PythonFunction::~PythonFunction() {
  const GilTaken gil;
  function_ = py::object();
}

data::Components PythonFunction::call(data::Element& element) const {
  const data::Components& parts = element.parts();
  const GilTaken gil;
  return to_components(function_(to_leaves(parts)));
}

namespace {

bool take_next(const HeldObject& iterator, data::Element& out) {
  const GilTaken gil;
  const PauseObservers unseen;
  const auto item = py::reinterpret_steal<py::object>(PyIter_Next(iterator.get().ptr()));
  if (!item && PyErr_Occurred()) throw py::error_already_set();
  if (!item) return false;
  out = data::Element(to_components(item));
  return true;
}

}  // namespace

data::DatasetRef from_python(py::object begin, int64_t cardinality, data::NodeInfo info) {
  const auto held = HeldObject::share(std::move(begin));
  return data::make_dataset(std::move(info), cardinality, [held] {
    return data::make_iterator(
        [held, pass = std::shared_ptr<const HeldObject>()](data::Element& out) mutable {
          if (pass == nullptr) {
            const GilTaken gil;
            pass = HeldObject::share(py::iter(held->get()()));
          }
          return take_next(*pass, out);
        });
  });
}

}  // namespace pelton::bindings
