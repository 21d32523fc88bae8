#include "runtime/runtime.h"

#include "runtime/switches.h"

namespace pelton {
namespace {

// NVIDIA's own switch, which is on unless it is 0.
bool nvidia_allows_tf32() {
  const char* const value = std::getenv("NVIDIA_TF32_OVERRIDE");
  return value == nullptr || std::string_view(value) != "0";
}

}  // namespace

Runtime::Runtime()
    : deterministic_(is_switched_on("TF_DETERMINISTIC_OPS") ||
                     is_switched_on("TF_CUDNN_DETERMINISTIC")),
      tf32_(nvidia_allows_tf32()) {}

Runtime& Runtime::first_use() {
  static Runtime* const instance = new Runtime;
  instance_.store(instance, std::memory_order_release);
  return *instance;
}

}  // namespace pelton
