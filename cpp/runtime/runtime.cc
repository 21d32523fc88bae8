#include "runtime/runtime.h"

#include <cstdlib>
#include <string_view>

namespace pelton {
namespace {

bool is(const char* value, std::string_view wanted) { return value != nullptr && value == wanted; }

bool is_switched_on(const char* value) { return is(value, "1") || is(value, "true"); }

}  // namespace

Runtime::Runtime()
    : deterministic_(is_switched_on(std::getenv("TF_DETERMINISTIC_OPS")) ||
                     is_switched_on(std::getenv("TF_CUDNN_DETERMINISTIC"))),
      tf32_(!is(std::getenv("NVIDIA_TF32_OVERRIDE"), "0")) {}

Runtime& runtime() {
  static Runtime* const instance = new Runtime;
  return *instance;
}

}  // namespace pelton
