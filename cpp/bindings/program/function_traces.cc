#include "bindings/program/function_traces.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "autograd/variable_births.h"
#include "bindings/text.h"
#include "runtime/dispatch/symbolic.h"
#include "runtime/dispatch/watched.h"

namespace pelton::bindings {
namespace {

constexpr uint32_t kRecentCalls = 0x3ff;  // ten
constexpr int kManyRecordings = 5;

std::vector<Tensor> symbolic_tensors(const Signature& key, std::vector<std::string> names) {
  std::vector<Tensor> out;
  for (size_t i = 0; i < key.tensors.size(); ++i) {
    const Tensor& given = key.tensors[i];
    out.push_back(Tensor::symbolic(key.shapes[i], given.dtype(), given.device()));
    out.back().set_origin(Ref<Origin>::first(new NamedOrigin(std::move(names[i]))), 0);
  }
  return out;
}

// Appends the names of an argument's tensors, of which later ones are numbered.
void add_names(py::handle argument, const std::string& name, std::vector<std::string>& names) {
  Signature part;
  part.add(argument.ptr());
  for (size_t i = 0; i < part.tensors.size(); ++i)
    names.push_back(i == 0 ? name : cat(name, '_', i));
}

// Whether another way is tried after an error: none after Ctrl-C, nor where the stack has ended, as
// every way of a function that calls itself would meet its end again.
bool may_go_on_after(const py::error_already_set& error) {
  return error.matches(PyExc_Exception) && !error.matches(PyExc_RecursionError);
}

// The function as it is and with its branches and loops as the program's own, in the order in which
// traces without values try them.
std::vector<py::object> forms_of(const py::object& function) {
  if (!py::hasattr(function, "forms")) return {function};
  std::vector<py::object> out;
  for (py::handle form : py::iter(function.attr("forms")()))
    out.push_back(py::reinterpret_borrow<py::object>(form));
  return out;
}

}  // namespace

std::vector<std::string> FunctionTraces::names_of_tensors(py::handle args, py::handle kwargs,
                                                          size_t count) const {
  std::vector<std::string> out;
  size_t place = 0;
  for (py::handle argument : py::reinterpret_borrow<py::tuple>(args)) {
    const bool has_name = place < parameters_.size();
    add_names(argument, has_name ? parameters_[place] : cat("args_", place), out);
    ++place;
  }
  const py::list keys = py::reinterpret_steal<py::list>(PyDict_Keys(kwargs.ptr()));
  if (PyList_Sort(keys.ptr()) != 0) throw py::error_already_set();
  for (py::handle key : keys) add_names(kwargs[key], str_text(key), out);
  out.resize(count, "Placeholder");
  return out;
}

Signature FunctionTraces::key_of(py::handle args, py::handle kwargs) const {
  Signature key;
  if (!open_shapes_.empty() && !generalizes_) {
    key.open_shapes = &open_shapes_;
    key.open_specs = &open_specs_;
  }
  key.add_call(args, kwargs);
  return key;
}

py::object FunctionTraces::call(py::handle args, py::handle kwargs) {
  Signature key = key_of(args, kwargs);
  recent_ = (recent_ << 1) & kRecentCalls;
  if (key.specs.empty() && any_is_symbolic(key.tensors)) return call_symbolic(args, kwargs, key);
  std::shared_ptr<ConcreteFunction> found = find(key);
  if (found == nullptr && generalizes_ && generalize(key)) {
    Signature open;
    open.open_shapes = &open_shapes_;
    open.add_call(args, kwargs);
    found = find(open);
    if (found == nullptr) return record_general(args, kwargs, open, key);
    key = std::move(open);
  }
  if (found == nullptr && key.is_open) return record_open_or_code(args, kwargs, key);
  if (found == nullptr) return record(args, kwargs, key);
  return run(std::move(found), args, kwargs, key);
}

// Another trace around it traces the code of what has paths.
py::object FunctionTraces::run(std::shared_ptr<ConcreteFunction> path, py::handle args,
                               py::handle kwargs, const Signature& key) {
  if (!path->guarded_values.empty() && Tracer::current() != nullptr)
    return run_code(args, kwargs, key);
  std::string branch;
  std::optional<py::object> result = run_paths(
      std::move(path), [&](std::span<const Tensor> seen) { return find(key, seen); },
      [&](const ConcreteFunction& taken) {
        return taken.can_run() ? taken.run(key.tensors) : run_code(args, kwargs, key);
      },
      branch);
  return result ? std::move(*result) : record_path(args, kwargs, key, branch);
}

py::object FunctionTraces::run_code(py::handle args, py::handle kwargs,
                                    const Signature& key) const {
  const VariableBirths births(refusal());
  return call_with_tensors(function_, args, kwargs, key);
}

// Takes the shapes of a call into those that calls have had; true where some size may now be any.
bool FunctionTraces::generalize(const Signature& key) {
  std::vector<Shape> shapes = key.shapes;
  if (open_shapes_.empty()) {
    open_shapes_ = std::move(shapes);
    return false;
  }
  if (shapes.size() != open_shapes_.size()) return false;
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].size() != open_shapes_[i].size()) return false;
    for (size_t axis = 0; axis < shapes[i].size(); ++axis)
      if (shapes[i][axis] != open_shapes_[i][axis]) shapes[i][axis] = kUnknown;
  }
  open_shapes_ = std::move(shapes);
  return !std::all_of(open_shapes_.begin(), open_shapes_.end(), &is_fully_known);
}

// A function that cannot be traced for all sizes, be it that its Python code computes with them,
// is traced for each from now on.
py::object FunctionTraces::record_general(py::handle args, py::handle kwargs, const Signature& open,
                                          const Signature& own) {
  try {
    if (py::object result = record_open(args, kwargs, open, false)) return result;
  } catch (const py::error_already_set& error) {
    if (!may_go_on_after(error)) throw;
  } catch (const Error& error) {
    if (error.code() == Code::interrupted) throw;
  }
  generalizes_ = false;
  open_shapes_.clear();
  return record(args, kwargs, own);
}

// The first trace without values, of the function or, where `of_all_forms`, of one of its other
// forms, that can be run; else that of the function.
std::shared_ptr<ConcreteFunction> FunctionTraces::trace_open(py::handle args, py::handle kwargs,
                                                             const Signature& key,
                                                             bool of_all_forms) const {
  py::object returned;
  const auto traced = [&](const py::object& function) {
    return ConcreteFunction::make_symbolic(
        function, args, kwargs, key,
        symbolic_tensors(key, names_of_tensors(args, kwargs, key.tensors.size())), returned);
  };
  std::shared_ptr<ConcreteFunction> made;
  for (const py::object& form : of_all_forms ? forms_of(function_) : std::vector{function_}) {
    if (form.is(function_)) {
      made = traced(form);
    } else {
      try {
        if (auto found = traced(form); found->can_run()) made = std::move(found);
      } catch (const py::error_already_set& error) {  // the function itself tells what is wrong
        if (!may_go_on_after(error)) throw;
      } catch (const Error& error) {
        if (error.code() == Code::interrupted) throw;
      }
    }
    if (made != nullptr && made->can_run()) break;
  }
  return made;
}

// A call on tensors of a model or of another trace: its trace gives symbolic tensors of theirs. It
// is not kept, as calls have values.
py::object FunctionTraces::call_symbolic(py::handle args, py::handle kwargs, const Signature& key) {
  for (const Tensor& tensor : key.tensors) check_in_scope(tensor);
  const VariableBirths births(refusal());
  const std::shared_ptr<ConcreteFunction> made = trace_open(args, kwargs, key, true);
  if (!was_called_) made_variables_ = births.count() > 0;
  was_called_ = true;
  return made->can_run() ? made->run(key.tensors) : run_code(args, kwargs, key);
}

// Traced without values for all sizes, then run. What reads values is traced as rewritten; where
// that cannot be, it runs as Python code, or is null where it may not.
py::object FunctionTraces::record_open(py::handle args, py::handle kwargs, const Signature& key,
                                       bool may_run_code) {
  const VariableBirths births(refusal());
  const std::shared_ptr<ConcreteFunction> made = trace_open(args, kwargs, key, may_run_code);
  ++tracing_count_;
  recent_ |= 1;
  const bool runs_code = !made->can_run();
  if (runs_code && !may_run_code) return {};
  // What made variables and needs its code does not make them again.
  if (births.count() == 0 || !runs_code) add(key, made);
  py::object result =
      runs_code ? call_with_tensors(function_, args, kwargs, key) : made->run(key.tensors);
  if (!was_called_) made_variables_ = births.count() > 0;
  was_called_ = true;
  return result;
}

// What Python code or an op cannot do with open sizes runs as Python code; errors of the function's
// own come from there again.
py::object FunctionTraces::record_open_or_code(py::handle args, py::handle kwargs,
                                               const Signature& key) {
  std::string obstacle;
  try {
    return record_open(args, kwargs, key);
  } catch (const py::error_already_set& error) {
    if (!may_go_on_after(error)) throw;
    obstacle = error.what();
  } catch (const Error& error) {
    if (error.code() == Code::interrupted) throw;
    obstacle = error.what();
  }
  const VariableBirths births(refusal());
  py::object returned;
  auto made = ConcreteFunction::make_unrecorded(function_, args, kwargs, key,
                                                obstacle.substr(0, obstacle.find('\n')), returned);
  keep(key, std::move(made), births.count() > 0);
  return returned;
}

std::pair<std::shared_ptr<ConcreteFunction>, py::object> FunctionTraces::trace(py::handle args,
                                                                               py::handle kwargs) {
  const VariableBirths births(refusal());
  Signature key;
  key.add_call(args, kwargs);
  py::object returned;
  auto made = ConcreteFunction::make_symbolic(function_, args, kwargs, key, key.tensors, returned);
  ++tracing_count_;
  if (!was_called_) made_variables_ = births.count() > 0;
  was_called_ |= made->is_recorded();
  return {std::move(made), std::move(returned)};
}

std::shared_ptr<ConcreteFunction> FunctionTraces::record_of(py::handle args, py::handle kwargs) {
  const Signature key = key_of(args, kwargs);
  std::shared_ptr<ConcreteFunction> found = find(key);
  return found != nullptr && found->is_recorded() ? found : nullptr;
}

std::shared_ptr<ConcreteFunction> FunctionTraces::find(const Signature& key,
                                                       std::span<const Tensor> seen) {
  return records_.find(
      key.bytes, [&](const ConcreteFunction& record) { return record.fits(key); }, seen);
}

// A path that was not taken before, as the code branched at `branch`.
py::object FunctionTraces::record_path(py::handle args, py::handle kwargs, const Signature& key,
                                       const std::string& branch) {
  const VariableBirths births(refusal());
  py::object returned;
  if (!records_.has_all_paths(key.bytes)) {
    add(key, trace_values(args, kwargs, key, returned));
    return returned;
  }
  auto made = ConcreteFunction::make_unrecorded(function_, args, kwargs, key,
                                                too_many_paths(branch), returned);
  const auto dropped = records_.take(key.bytes);
  add(key, std::move(made));
  return returned;
}

// All paths of one kind of call, and what made variables first, are one graph of random ops.
std::shared_ptr<ConcreteFunction> FunctionTraces::trace_values(py::handle args, py::handle kwargs,
                                                               const Signature& key,
                                                               py::object& returned) {
  GraphOps ops;
  if (const auto known = graph_ops_.find(key.bytes); known != graph_ops_.end()) ops = known->second;
  auto made = ConcreteFunction::make(function_, args, kwargs, key,
                                     names_of_tensors(args, kwargs, key.tensors.size()),
                                     std::move(ops), returned);
  if (made->graph_ops().empty()) return made;
  if (graph_ops_.size() >= kMostRecords) graph_ops_.clear();
  graph_ops_.insert_or_assign(key.bytes, made->graph_ops());
  return made;
}

const char* FunctionTraces::refusal() const {
  if (!was_called_) return nullptr;
  return made_variables_
             ? "tf.function only supports singleton tf.Variables created on the first call. Make "
               "sure the tf.Variable is only created once or created outside tf.function. See "
               "https://www.tensorflow.org/guide/function#creating_tfvariables for more "
               "information."
             : "Creating variables on a non-first call to a function decorated with tf.function.";
}

py::object FunctionTraces::record(py::handle args, py::handle kwargs, const Signature& key) {
  const VariableBirths births(refusal());
  py::object returned;
  std::shared_ptr<ConcreteFunction> made = trace_values(args, kwargs, key, returned);
  keep(key, std::move(made), births.count() > 0);
  return returned;
}

void FunctionTraces::keep(const Signature& key, std::shared_ptr<ConcreteFunction> made,
                          bool made_variables) {
  ++tracing_count_;
  recent_ |= 1;
  if (!was_called_) made_variables_ = made_variables;
  was_called_ = true;
  // What made variables does not make them again.
  if (!made_variables) add(key, std::move(made));
}

// The ends of those that make room may run Python code, which finds the cache whole.
void FunctionTraces::add(const Signature& key, std::shared_ptr<ConcreteFunction> record) {
  const auto is_dead = [](const ConcreteFunction& known) { return known.is_dead(); };
  while (records_.size() >= kMostRecords) std::ignore = records_.make_room(is_dead);
  records_.add(key.bytes, std::move(record));
}

std::pair<int, int> FunctionTraces::excess() {
  const int recordings = std::popcount(recent_);
  if (warned_ || recordings < kManyRecordings || (recent_ & 1) == 0) return {0, 0};
  warned_ = true;
  return {recordings, static_cast<int>(std::bit_width(recent_))};
}

std::string FunctionTraces::explain() const {
  std::string out;
  for (const ConcreteFunction* record : records_.in_order()) out += record->explain();
  if (out.empty() && made_variables_)
    return "not recorded yet: the first call made variables, the next is recorded\n";
  return out;
}

int FunctionTraces::traverse(visitproc visit, void* arg) const {
  Py_VISIT(function_.ptr());
  int result = 0;
  records_.for_each([&](const ConcreteFunction& record) {
    if (result == 0) result = record.traverse(visit, arg);
  });
  return result;
}

void FunctionTraces::clear() {
  const auto dropped = std::exchange(records_, {});
  function_ = py::none();
}

}  // namespace pelton::bindings
