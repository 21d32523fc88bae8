// Owns VariableTurn: the right to read variables and then write what follows from them, so that
// several steps are one for all threads.
#pragma once
#include <span>
#include <vector>

#include "autograd/variable.h"

namespace pelton {

// Variables in the order in which all threads take their turns, each once.
class VariableOrder {
 public:
  VariableOrder() = default;
  explicit VariableOrder(std::span<const VariableRef> variables);
  std::span<const VariableRef> variables() const { return variables_; }

 private:
  std::vector<VariableRef> variables_;
};

// While one lives no other thread assigns, updates or takes turns on the variables; it may read
// them. Within another turn of this thread it does nothing, as taking turns in other orders would
// have threads wait for each other for ever.
class VariableTurn {
 public:
  explicit VariableTurn(Variable& variable);
  // They outlive the turn.
  explicit VariableTurn(const VariableOrder& order);
  explicit VariableTurn(std::span<const VariableRef> variables);
  ~VariableTurn();
  VariableTurn(const VariableTurn&) = delete;
  VariableTurn& operator=(const VariableTurn&) = delete;

  // While one lives this thread's turn, if any, is everybody's: for code of the user's in the
  // middle of it, which may wait for other threads.
  class Pause {
   public:
    Pause();
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    VariableTurn* paused_;
  };

 private:
  void begin();
  void take();
  void give();

  Variable* one_ = nullptr;
  VariableOrder own_order_;
  std::span<const VariableRef> variables_;
  bool is_outer_ = false;
};

}  // namespace pelton
