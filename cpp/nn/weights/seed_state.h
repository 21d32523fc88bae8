// Owns SeedState: a variable [seed, count] that counts what ops draw by it, as the state of
// `keras.random.SeedGenerator`.
#pragma once
#include <memory>

#include "autograd/variable.h"
#include "runtime/dispatch/random_state.h"

namespace pelton {

class SeedState : public RandomState::SeedStore {
 public:
  // Of an int64 variable [2].
  static std::shared_ptr<SeedState> make(VariableRef variable);
  // Of a new variable, in the name scope there is, under the next name of a SeedGenerator.
  static std::shared_ptr<SeedState> make(int64_t seed);

  // What ops take as their seed.
  int64_t number() const { return number_; }
  const VariableRef& variable() const { return variable_; }
  RandomState::CountingSeed read() const override;
  void write(const RandomState::CountingSeed& seed) override;

 private:
  explicit SeedState(VariableRef variable) : variable_(std::move(variable)) {}

  VariableRef variable_;
  int64_t number_ = 0;
};

}  // namespace pelton
