// Owns ValueGuard: variables that get their values back unless all went well. Knows no trainer.
#pragma once
#include <vector>

#include "autograd/variable.h"

namespace pelton {

class ValueGuard {
 public:
  ValueGuard() = default;
  // Puts the values back unless keep() was called.
  ~ValueGuard();
  ValueGuard(const ValueGuard&) = delete;
  ValueGuard& operator=(const ValueGuard&) = delete;

  // Remembers the variables' values as of now; on CPUs no bytes are copied until a
  // variable is written.
  void watch(const std::vector<VariableRef>& variables);
  // Lets the new values stay.
  void keep() { watched_.clear(); }

 private:
  struct Watched {
    VariableRef variable;
    Tensor value;
  };
  std::vector<Watched> watched_;
};

}  // namespace pelton
