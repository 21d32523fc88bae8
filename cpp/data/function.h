// Owns Function: what users write in Python and transformations call, and FunctionPass, its calls
// in one pass. Must not know Python.
#pragma once
#include <atomic>
#include <memory>
#include <string>

#include "data/dataset.h"
#include "runtime/dispatch/random_state.h"

namespace pelton::data {

class Function {
 public:
  virtual ~Function() = default;
  // For several threads at once.
  virtual Components call(Element& element) const = 0;
  // "map(f), file.py:12", for errors.
  virtual std::string title() const = 0;
};
using FunctionRef = std::shared_ptr<const Function>;

// The calls of a function in one pass: they run on the CPU, seen by no tape or tracer, and draw
// random numbers that follow from the pass and the element's number alone, whichever thread runs
// them. Errors name the function and the element.
class FunctionPass {
 public:
  explicit FunctionPass(FunctionRef function);
  // For several threads at once. `number`: of the element in the pass.
  Components call(Element& element, int64_t number) const;
  // The next number, for passes of one thread.
  Components call_next(Element& element) { return call(element, next_++); }
  // The one boolean that a predicate gives. Raises type_error for anything else.
  bool test_next(Element& element);
  // Leaves out `count` numbers.
  void skip(int64_t count) { next_ += count; }

 private:
  FunctionRef function_;
  RandomStream stream_;
  bool loops_alone_;
  int64_t next_ = 0;
};

}  // namespace pelton::data
