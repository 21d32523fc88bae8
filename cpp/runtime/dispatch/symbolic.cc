#include "runtime/dispatch/symbolic.h"

#include "runtime/dispatch/context.h"

namespace pelton {
namespace {

// Where TensorFlow's functions name their operations otherwise than by the kernel.
constexpr std::pair<std::string_view, const char*> kOperationNames[] = {
    {"AddV2", "add"},
    {"Sub", "sub"},
    {"Mul", "mul"},
    {"RealDiv", "truediv"},
    {"FloorDiv", "floordiv"},
    {"FloorMod", "mod"},
    {"Pow", "pow"},
    {"Transpose", "transpose"},
    {"Pack", "stack"},
    {"ConcatV2", "concat"},
    {"StridedSlice", "strided_slice"},
    {"Range", "range"},
    {"Fill", "zeros"},
};

}  // namespace

std::string operation_name(const OpDef& op) {
  std::string_view name = op.tf_name;
  for (const auto& [kernel, own] : kOperationNames)
    if (name == kernel) return own;
  while (name.starts_with('_')) name.remove_prefix(1);
  return std::string(name);
}

TracedOrigin::TracedOrigin() {
  if (const SymbolicScope* scope = context().symbolic_scope()) trace_ = scope->trace();
}

void check_in_scope(const Tensor& tensor) {
  if (!tensor.is_symbolic()) return;
  const Ref<Origin> held = tensor.origin();
  const auto* origin = dynamic_cast<const TracedOrigin*>(held.get());
  if (origin == nullptr || !origin->trace() || !origin->trace()->has_ended) return;
  raise(Code::type_error, "the symbolic tensor '", symbolic_name(tensor), "' (", tensor,
        ") is out of scope and cannot be used here: it belongs to the trace of ",
        origin->trace()->owner,
        ", which has ended. Return it from there and use what the call gives");
}

CallOrigin::CallOrigin(const OpDef& op, std::span<const Tensor> inputs, const void* attrs)
    : op_(op),
      inputs_(inputs.begin(), inputs.end()),
      attrs_(op.attrs, attrs),
      name_(unique_operation_name(operation_name(op))),
      device_scope_(context().has_scope() ? context().scope().to_string() : std::string()) {
  resolve_sizes(op.attrs, attrs_.get(), [&](const SizeName& name) {
    Tensor tensor = Tensor::find_symbolic(name.id);
    check(tensor.defined(), "size ", name.size(), " must be non-negative");
    named_.push_back(std::move(tensor));
    return name.size();
  });
}

CallOrigin::~CallOrigin() {
  static thread_local std::vector<Tensor>* dropping = nullptr;
  if (dropping != nullptr) {
    for (Tensor& input : inputs_) dropping->push_back(std::move(input));
    for (Tensor& tensor : named_) dropping->push_back(std::move(tensor));
    return;
  }
  std::vector<Tensor> rest = std::move(inputs_);
  rest.insert(rest.end(), named_.begin(), named_.end());
  named_.clear();
  dropping = &rest;
  while (!rest.empty()) {
    const Tensor last = std::move(rest.back());
    rest.pop_back();
  }
  dropping = nullptr;
}

SymbolicScope::SymbolicScope() : outer_(context().symbolic_scope()) {
  if (outer_ != nullptr) trace_ = outer_->trace_;
  context().set_symbolic_scope(this);
}

SymbolicScope::~SymbolicScope() {
  context().set_symbolic_scope(outer_);
  if (ends_trace_) trace_->has_ended = true;
}

void SymbolicScope::begin_trace(std::string owner, std::span<const Tensor> inputs) {
  trace_ = make_ref<TraceLife>(std::move(owner));
  ends_trace_ = true;
  for (const Tensor& input : inputs) {
    const Ref<Origin> origin = input.origin();
    if (auto* traced = dynamic_cast<TracedOrigin*>(origin.get())) traced->set_trace(trace_);
  }
}

void SymbolicScope::suspend() {
  if (suspended_++ == 0) context().set_symbolic_scope(nullptr);
}

void SymbolicScope::resume() {
  if (--suspended_ == 0) context().set_symbolic_scope(this);
}

std::string unique_operation_name(const std::string& name) {
  static std::mutex mutex;
  static auto* const outside = new std::unordered_map<std::string, int>;
  SymbolicScope* const scope = context().symbolic_scope();
  std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
  if (scope == nullptr) lock.lock();
  const int earlier = (scope != nullptr ? scope->names_ : *outside)[name]++;
  return earlier == 0 ? name : cat(name, '_', earlier);
}

bool has_named_sizes(const AttrSpec* spec, const void* attrs) {
  bool found = false;
  resolve_sizes(spec, const_cast<void*>(attrs), [&](const SizeName& name) {
    found = true;
    return name.size();
  });
  return found;
}

bool is_symbolic_call(const OpDef& op, const void* attrs) {
  return context().symbolic_scope() != nullptr || has_named_sizes(op.attrs, attrs);
}

Device device_of_symbolic(std::span<const Tensor> inputs) {
  for (const Tensor& input : inputs)
    if (input.device() != Device{}) return input.device();
  return Device{};
}

void infer_symbolic(const OpDef& op, std::span<const Tensor> inputs, const void* attrs,
                    Outputs& outputs) {
  check(!op.mutates || !inputs[0].is_symbolic(), Code::type_error,
        "it writes into its operands, which are symbolic tensors without values here");
  for (const Tensor& input : inputs) check_in_scope(input);
  InferContext inferred(op, inputs, attrs);
  inferred.set_symbolic();
  op.infer(inferred);
  const Device device = device_of_symbolic(inputs);
  const auto origin = make_ref<CallOrigin>(op, inputs, attrs);
  outputs.count = inferred.output_count();
  for (size_t i = 0; i < outputs.count; ++i) {
    outputs.tensors[i] = Tensor::symbolic(inferred.out_shape(i), inferred.out_dtype(i), device);
    outputs.tensors[i].set_origin(Ref<Origin>(origin.get()), static_cast<int>(i));
  }
}

}  // namespace pelton
