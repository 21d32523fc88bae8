// Owns ControlFlow: branches and loops as steps of a program whose bodies are programs. Knows
// nothing of how each kind runs.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "program/control/subprogram.h"
#include "runtime/dispatch/random_state.h"

namespace pelton {

// Never changed once it is made: threads may run it at the same time.
class ControlFlow {
 public:
  // Which of its classes one is.
  enum class Form : uint8_t { branches, loop, gradient };

  virtual ~ControlFlow() = default;
  virtual Form form() const = 0;
  // The function that made it: "while_loop".
  virtual std::string name() const = 0;
  // Dtypes and shapes of what it gives for such inputs; -1 for sizes that follow from values.
  virtual std::vector<TensorKind> outputs(std::span<const Tensor> inputs) const = 0;
  virtual size_t output_count() const = 0;
  // What it gives. Its ops go through dispatch where somebody sees this thread's calls. Raises what
  // they raise, and invalid_argument for values whose shapes leave what was traced.
  virtual std::vector<Tensor> run(std::span<const Tensor> inputs) const = 0;

  std::span<const Subprogram> bodies() const { return bodies_; }
  // What each body is, in their order: "condition".
  virtual std::vector<std::string> titles() const = 0;
  bool draws() const;
  // Whether runs do more than give results: write variables, call the host.
  bool has_effects() const;
  bool writes_variables() const;
  // Those that the bodies read or write.
  std::vector<VariableRef> variables() const;

 protected:
  explicit ControlFlow(std::vector<Subprogram> bodies) : bodies_(std::move(bodies)) {}

 private:
  std::vector<Subprogram> bodies_;
};

using ControlRef = std::shared_ptr<const ControlFlow>;

// What `control` gives: one step for this thread's tracers, which tapes hold as one call; without
// tracers tapes see its ops. In a trace without values nothing is run. `stream`: what its random
// ops draw from, where it draws. Raises as ControlFlow::run.
std::vector<Tensor> perform(const ControlRef& control, std::span<const Tensor> inputs,
                            std::optional<RandomStream> stream);
// With a stream of its own.
std::vector<Tensor> perform(const ControlRef& control, std::span<const Tensor> inputs);

}  // namespace pelton
