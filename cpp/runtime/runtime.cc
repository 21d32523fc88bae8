#include "runtime/runtime.h"

namespace pelton {

Runtime& runtime() {
  static Runtime* const instance = new Runtime;
  return *instance;
}

}  // namespace pelton
