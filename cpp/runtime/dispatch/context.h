// Owns Context: what is set per thread: the device scope and the observers of op calls.
#pragma once
#include <optional>
#include <vector>

#include "core/device.h"
#include "runtime/dispatch/observer.h"
#include "runtime/dispatch/placement.h"

namespace pelton {

// What happens to an op's input that is on another device; TensorFlow's device policies.
enum class DevicePolicy : uint8_t { silent, warn, refuse, silent_for_int32 };

class SymbolicScope;

class Context {
 public:
  // The innermost device scope; empty spec: automatic placement.
  const DeviceSpec& scope() const { return scopes_.empty() ? anywhere_ : scopes_.back().spec; }
  bool has_scope() const { return !scopes_.empty(); }
  DeviceRequest request() const {
    return scopes_.empty() ? DeviceRequest{} : scopes_.back().request;
  }
  // Enters a scope: `name` merged over the enclosing one, or over CPU:0 at top level;
  // nullopt: automatic placement. Raises value_error for a malformed name, invalid_argument for one
  // that Python reads and TensorFlow's engine does not.
  void push_scope(const std::optional<std::string>& name);
  size_t scope_depth() const { return scopes_.size(); }
  // Leaves the innermost scope; raises runtime_error unless the depth is `depth` after it.
  void pop_scope(size_t depth);

  DevicePolicy policy() const { return policy_; }
  void set_policy(DevicePolicy policy) { policy_ = policy; }

  const std::vector<Observer*>& observers() const { return observers_; }
  void push_observer(Observer* observer) { observers_.push_back(observer); }
  // Removes `observer` wherever it stands: tapes may end in any order.
  void remove_observer(Observer* observer) { std::erase(observers_, observer); }
  void swap_observers(std::vector<Observer*>& other) { observers_.swap(other); }

  // In which calls without inputs are symbolic; null outside.
  SymbolicScope* symbolic_scope() const { return symbolic_scope_; }
  void set_symbolic_scope(SymbolicScope* scope) { symbolic_scope_ = scope; }

 private:
  struct Scope {
    DeviceSpec spec;
    DeviceRequest request;
  };
  DeviceSpec anywhere_;
  std::vector<Scope> scopes_;
  DevicePolicy policy_ = DevicePolicy::silent;
  std::vector<Observer*> observers_;
  SymbolicScope* symbolic_scope_ = nullptr;

  friend Context& context();
  static Context& first_use();
  // Reached without a call; set by the thread's first use.
  [[gnu::tls_model("initial-exec")]] static inline thread_local constinit Context* current_ =
      nullptr;
};

// The calling thread's context.
inline Context& context() {
  return Context::current_ != nullptr ? *Context::current_ : Context::first_use();
}

// Tells the calling thread's observers that code ran which is not the engine's; `what` names it.
void notify_host_callback(std::string_view what);

// Tells them that `what` reads the values of `tensor` on the host.
void notify_host_read(const Tensor& tensor, std::string_view what);
// Tells them, and raises type_error, where the tensor is symbolic, or value_error where it is none.
[[noreturn]] void raise_without_data(const Tensor& tensor, std::string_view what);
inline void check_has_data(const Tensor& tensor, std::string_view what) {
  if (!tensor.has_data()) [[unlikely]]
    raise_without_data(tensor, what);
}
// Tells them that `tensor` was made of values on the host.
void notify_host_value(const Tensor& tensor);

// While it lives, calls without inputs are as they are outside of the symbolic scope: what a
// variable begins with is computed in a symbolic call too.
class PauseSymbols {
 public:
  PauseSymbols() : scope_(context().symbolic_scope()) { context().set_symbolic_scope(nullptr); }
  ~PauseSymbols() { context().set_symbolic_scope(scope_); }
  PauseSymbols(const PauseSymbols&) = delete;
  PauseSymbols& operator=(const PauseSymbols&) = delete;

 private:
  SymbolicScope* const scope_;
};

// Hides all observers while it lives, and the symbolic scope: for work that no tape or tracer may
// see.
class PauseObservers {
 public:
  PauseObservers() { context().swap_observers(saved_); }
  ~PauseObservers() { context().swap_observers(saved_); }
  PauseObservers(const PauseObservers&) = delete;
  PauseObservers& operator=(const PauseObservers&) = delete;

 private:
  const PauseSymbols symbols_;
  std::vector<Observer*> saved_;
};

}  // namespace pelton
