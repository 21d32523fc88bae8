// Owns calls on symbolic tensors: CallOrigin, by which a graph is walked back from its outputs,
// SymbolicScope, in which calls without inputs are symbolic too, and where symbolic tensors may be
// used.
#pragma once
#include <atomic>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/dispatch/dispatch.h"

namespace pelton {

// A trace that symbolic tensors belong to, which may be used until it has ended.
struct TraceLife : Counted {
  explicit TraceLife(std::string owner_name) : owner(std::move(owner_name)) {}
  const std::string owner;  // what was traced: "the function f"
  std::atomic<bool> has_ended = false;
};

// An origin that notes the trace in which it was made, if any.
class TracedOrigin : public Origin {
 public:
  TracedOrigin();
  const Ref<TraceLife>& trace() const { return trace_; }
  void set_trace(const Ref<TraceLife>& trace) { trace_ = trace; }

 private:
  Ref<TraceLife> trace_;
};

// Raises type_error where the trace that a symbolic tensor belongs to has ended.
void check_in_scope(const Tensor& tensor);

// A call that gave symbolic tensors. Inputs with data are constants of the graph.
class CallOrigin final : public TracedOrigin {
 public:
  CallOrigin(const OpDef& op, std::span<const Tensor> inputs, const void* attrs);
  // Takes what it alone holds apart without recursion, however long the graph.
  ~CallOrigin() override;
  const OpDef& op() const { return op_; }
  std::span<const Tensor> inputs() const { return inputs_; }
  // The tensors that names among the attributes are of.
  std::span<const Tensor> named() const { return named_; }
  // Null where the op has none. Sizes may be unknown: names, which resolve_sizes() replaces.
  const void* attrs() const { return attrs_.get(); }
  std::string name() const override { return name_; }
  // The device scope that the call was made in; "" outside of scopes.
  const std::string& device_scope() const { return device_scope_; }

 private:
  const OpDef& op_;
  std::vector<Tensor> inputs_, named_;
  AttrBox attrs_;
  std::string name_, device_scope_;
};

// What a symbolic tensor stands for that no call made: an argument, a variable's value.
class NamedOrigin final : public TracedOrigin {
 public:
  explicit NamedOrigin(std::string name) : name_(std::move(name)) {}
  std::string name() const override { return name_; }

 private:
  std::string name_;
};

// While one lives, its thread's calls without inputs give symbolic tensors too, random draws take
// no numbers, and the names of symbolic tensors are counted anew.
class SymbolicScope {
 public:
  SymbolicScope();
  ~SymbolicScope();
  SymbolicScope(const SymbolicScope&) = delete;
  SymbolicScope& operator=(const SymbolicScope&) = delete;
  // Has what is made in the scope, and `inputs`, belong to a trace that ends with it.
  void begin_trace(std::string owner, std::span<const Tensor> inputs);
  const Ref<TraceLife>& trace() const { return trace_; }
  // Until resume() was called as often, calls are as they are without the scope.
  void suspend();
  void resume();

 private:
  friend std::string unique_operation_name(const std::string& name);
  SymbolicScope* const outer_;
  Ref<TraceLife> trace_;  // of the innermost scope that is one's
  bool ends_trace_ = false;
  int suspended_ = 0;
  std::unordered_map<std::string, int> names_;
};

// What TensorFlow calls an operation of this kind in a graph: "add", "MatMul", "strided_slice".
std::string operation_name(const OpDef& op);
// `name`, or name_1, name_2... where this thread's scope, or the process outside of scopes, has it.
std::string unique_operation_name(const std::string& name);

// Whether a call without inputs is symbolic: in a SymbolicScope, or with a named size among its
// attributes.
bool is_symbolic_call(const OpDef& op, const void* attrs);
// Where a call with symbolic inputs is taken to run: with the first input that is not on the first
// CPU, as symbolic tensors without a place of their own are. Else there.
Device device_of_symbolic(std::span<const Tensor> inputs);
// The outputs of a call as symbolic tensors of one CallOrigin; nothing is run or placed. Raises
// what the op's checks raise.
void infer_symbolic(const OpDef& op, std::span<const Tensor> inputs, const void* attrs,
                    Outputs& outputs);

// False for the position in a random stream, which may be any number.
inline bool is_size_field(const AttrField& field) {
  const std::string_view name = field.name;
  return name != "key" && name != "offset" && name != "block";
}

// Replaces each name among the attributes by what `size_of(name)` gives for it.
template <class SizeOf>
void resolve_sizes(const AttrSpec* spec, void* attrs, SizeOf&& size_of) {
  if (spec == nullptr) return;
  const auto resolve = [&](int64_t& size) {
    if (is_name(size)) size = size_of(SizeName::of(size));
  };
  for (const AttrField& field : spec->fields) {
    void* const at = field.at(attrs);
    if (field.kind == AttrKind::integer)
      if (auto& size = *static_cast<int64_t*>(at); is_name(size) && is_size_field(field))
        resolve(size);
    if (field.kind == AttrKind::optional_integer)
      if (auto& size = *static_cast<std::optional<int64_t>*>(at)) resolve(*size);
    if (field.kind == AttrKind::ints)
      for (int64_t& size : *static_cast<Axes*>(at)) resolve(size);
    if (field.kind == AttrKind::optional_ints)
      if (auto& sizes = *static_cast<std::optional<Axes>*>(at))
        for (int64_t& size : *sizes) resolve(size);
  }
}
// Whether there is any name among the attributes.
bool has_named_sizes(const AttrSpec* spec, const void* attrs);

}  // namespace pelton
