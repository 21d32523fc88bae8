// Owns the headers that nearly every file of the engine includes, precompiled where no compiler
// cache is used: half of a small file's compile time is reading these.
#pragma once
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "core/fields.h"
#include "core/tensor.h"
#include "runtime/dispatch/op_def.h"
