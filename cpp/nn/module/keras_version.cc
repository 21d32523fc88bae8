#include "nn/module/keras_version.h"

#include <atomic>

namespace pelton {
namespace {

std::atomic<bool> is_keras_2{false};

}  // namespace

bool speaks_keras_2() { return is_keras_2; }

void speak_keras_2() { is_keras_2 = true; }

}  // namespace pelton
