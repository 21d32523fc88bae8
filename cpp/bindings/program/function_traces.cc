#include "bindings/program/function_traces.h"

#include <algorithm>
#include <bit>

#include "autograd/variable_births.h"
#include "program/guard_failed.h"
#include "program/small_values.h"
#include "runtime/dispatch/symbolic.h"

namespace pelton::bindings {
namespace {

constexpr uint32_t kRecentCalls = 0x3ff;  // ten
constexpr int kManyRecordings = 5;

// Whether some size of a call's tensors may be any.
bool is_open(const Signature& key) {
  return key.open_shapes != nullptr &&
         !std::all_of(key.open_shapes->begin(), key.open_shapes->end(), &is_fully_known);
}

std::vector<Tensor> symbolic_tensors(const Signature& key) {
  std::vector<Tensor> out;
  for (size_t i = 0; i < key.tensors.size(); ++i) {
    const Tensor& given = key.tensors[i];
    const bool is_listed = i < key.open_shapes->size();
    out.push_back(Tensor::symbolic(is_listed ? (*key.open_shapes)[i] : given.shape(), given.dtype(),
                                   given.device()));
    out.back().set_origin(Ref<Origin>::first(new NamedOrigin(cat("arg_", i))), 0);
  }
  return out;
}

}  // namespace

py::object FunctionTraces::call(py::handle args, py::handle kwargs) {
  Signature key;
  if (!open_shapes_.empty() && !generalizes_) key.open_shapes = &open_shapes_;
  key.add_call(args, kwargs);
  recent_ = (recent_ << 1) & kRecentCalls;
  std::shared_ptr<ConcreteFunction> found = find(key);
  if (found == nullptr && generalizes_ && generalize(key)) {
    Signature open;
    open.open_shapes = &open_shapes_;
    open.add_call(args, kwargs);
    found = find(open);
    if (found == nullptr) return record_general(args, kwargs, open, key);
    key = std::move(open);
  }
  if (found == nullptr && is_open(key)) return record_open(args, kwargs, key);
  if (found == nullptr) return record(args, kwargs, key);
  found->last_use = ++clock_;
  if (found->can_run()) {
    py::object result = run_paths(std::move(found), key);
    return result ? result : record_path(args, kwargs, key);
  }
  const VariableBirths births(refusal());
  return call_with_tensors(function_, args, kwargs, key.tensors);
}

// Takes the shapes of a call into those that calls have had; true where some size may now be any.
bool FunctionTraces::generalize(const Signature& key) {
  std::vector<Shape> shapes;
  for (const Tensor& tensor : key.tensors) shapes.push_back(tensor.shape());
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
    if (!error.matches(PyExc_Exception)) throw;
  } catch (const Error& error) {
    if (error.code() == Code::interrupted) throw;
  }
  generalizes_ = false;
  open_shapes_.clear();
  return record(args, kwargs, own);
}

// Traced without values for all sizes, then run. What reads values runs as Python code, or is null
// where it may not.
py::object FunctionTraces::record_open(py::handle args, py::handle kwargs, const Signature& key,
                                       bool may_run_code) {
  const VariableBirths births(refusal());
  py::object returned;
  const auto made = ConcreteFunction::make_symbolic(function_, args, kwargs, key,
                                                    symbolic_tensors(key), returned);
  ++tracing_count_;
  recent_ |= 1;
  const bool runs_code = !made->can_run();
  if (runs_code && !may_run_code) return {};
  // What made variables and needs its code does not make them again.
  if (births.count() == 0 || !runs_code) add(key, made);
  py::object result =
      runs_code ? call_with_tensors(function_, args, kwargs, key.tensors) : made->run(key.tensors);
  if (!was_called_) made_variables_ = births.count() > 0;
  was_called_ = true;
  return result;
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
  Signature key;
  if (!open_shapes_.empty() && !generalizes_) key.open_shapes = &open_shapes_;
  key.add_call(args, kwargs);
  std::shared_ptr<ConcreteFunction> found = find(key);
  return found != nullptr && found->is_recorded() ? found : nullptr;
}

// Of several paths the one that was taken last.
std::shared_ptr<ConcreteFunction> FunctionTraces::find(const Signature& key) {
  const auto found = records_.find(key.bytes);
  if (found == records_.end()) return nullptr;
  std::shared_ptr<ConcreteFunction> last;
  for (const auto& record : found->second)
    if ((last == nullptr || record->last_use > last->last_use) && record->fits(key)) last = record;
  return last;
}

// What a path gives, beginning with `path`; null where none is the call's.
py::object FunctionTraces::run_paths(std::shared_ptr<ConcreteFunction> path, const Signature& key) {
  while (path != nullptr) {
    try {
      path->last_use = clock_;
      return path->run(key.tensors);
    } catch (const GuardFailed& failed) {
      std::vector<Tensor> seen = path->guarded_values();
      seen.resize(failed.number);
      seen.push_back(failed.seen);
      path = find_path(key, seen);
    }
  }
  return {};
}

// A path whose first guards expect what was seen.
std::shared_ptr<ConcreteFunction> FunctionTraces::find_path(const Signature& key,
                                                            std::span<const Tensor> seen) {
  for (const auto& record : records_[key.bytes]) {
    const std::vector<Tensor> expected = record->guarded_values();
    if (expected.size() >= seen.size() && record->fits(key) &&
        std::equal(seen.begin(), seen.end(), expected.begin(), &is_same_value))
      return record;
  }
  return nullptr;
}

// A path that was not taken before. One that cannot be recorded is computed at each call.
py::object FunctionTraces::record_path(py::handle args, py::handle kwargs, const Signature& key) {
  const VariableBirths births(refusal());
  py::object returned;
  if (records_[key.bytes].size() < kMostPaths) {
    auto made = ConcreteFunction::make(function_, args, kwargs, key, returned);
    if (made->is_recorded()) add(key, std::move(made));
    return returned;
  }
  auto made = ConcreteFunction::make_unrecorded(
      function_, args, kwargs, key, cat("it takes more than ", kMostPaths, " paths"), returned);
  const Records dropped = std::exchange(records_[key.bytes], {});
  count_ -= dropped.size();
  add(key, std::move(made));
  return returned;
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
  std::shared_ptr<ConcreteFunction> made =
      ConcreteFunction::make(function_, args, kwargs, key, returned);
  ++tracing_count_;
  recent_ |= 1;
  if (!was_called_) made_variables_ = births.count() > 0;
  was_called_ = true;
  // What made variables does not make them again.
  if (births.count() == 0) add(key, std::move(made));
  return returned;
}

void FunctionTraces::add(const Signature& key, std::shared_ptr<ConcreteFunction> record) {
  while (count_ >= kMostRecords) make_room();
  record->last_use = ++clock_;
  records_[key.bytes].push_back(std::move(record));
  ++count_;
}

// Drops the records of objects that are gone, or else the one least recently used.
void FunctionTraces::make_room() {
  int64_t oldest = INT64_MAX;
  for (const auto& [bytes, records] : records_)
    for (const auto& record : records)
      oldest = std::min(oldest, record->is_dead() ? -1 : record->last_use);
  Records dropped;  // their end may run Python code, which must find the table whole
  for (auto place = records_.begin(); place != records_.end();) {
    Records& records = place->second;
    for (auto& record : records)
      if (oldest < 0 ? record->is_dead() : record->last_use == oldest)
        dropped.push_back(std::move(record));
    std::erase(records, nullptr);
    place = records.empty() ? records_.erase(place) : std::next(place);
  }
  count_ -= dropped.size();
}

std::pair<int, int> FunctionTraces::excess() {
  const int recordings = std::popcount(recent_);
  if (warned_ || recordings < kManyRecordings || (recent_ & 1) == 0) return {0, 0};
  warned_ = true;
  return {recordings, static_cast<int>(std::bit_width(recent_))};
}

std::string FunctionTraces::explain() const {
  std::vector<const ConcreteFunction*> records;
  for (const auto& [bytes, group] : records_)
    for (const auto& record : group) records.push_back(record.get());
  std::sort(records.begin(), records.end(),
            [](const auto* a, const auto* b) { return a->number() < b->number(); });
  std::string out;
  for (const ConcreteFunction* record : records) out += record->explain();
  if (out.empty() && made_variables_)
    return "not recorded yet: the first call made variables, the next is recorded\n";
  return out;
}

int FunctionTraces::traverse(visitproc visit, void* arg) const {
  Py_VISIT(function_.ptr());
  for (const auto& [bytes, records] : records_)
    for (const auto& record : records)
      if (const int result = record->traverse(visit, arg)) return result;
  return 0;
}

void FunctionTraces::clear() {
  std::unordered_map<std::string, Records> dropped;
  dropped.swap(records_);
  count_ = 0;
  function_ = py::none();
}

}  // namespace pelton::bindings
