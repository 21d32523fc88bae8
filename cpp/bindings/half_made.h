// Owns what happens to objects whose __init__ has not run: a subclass forgot super().__init__(),
// somebody called __new__ alone, or wants a copy by pickle's rules. They have no C++ half.
#pragma once
#include <memory>

namespace pelton::bindings {

// From now on, whoever hands such an object of a class bound so far to C++ gets RuntimeError (by
// itself pybind11 would hand over fresh memory in which no object has been made), and objects of
// classes that do not say how they are pickled or copied refuse it with TypeError.
void refuse_half_made();

[[noreturn]] void raise_half_made();

// What pybind11 gave for an object that is to be shared: nothing for one without its C++ half.
template <class T>
const std::shared_ptr<T>& made(const std::shared_ptr<T>& object) {
  if (object == nullptr) raise_half_made();
  return object;
}

}  // namespace pelton::bindings
