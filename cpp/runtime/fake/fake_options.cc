// Owns how the environment asks for fake GPUs.
#include <charconv>
#include <cstdlib>
#include <limits>

#include "runtime/fake/fake_backend.h"

namespace pelton::fake {
namespace {

constexpr int kMostGpus = 16;
constexpr int64_t kDefaultMemory = int64_t{4} << 30;
constexpr int64_t kLeastMemory = int64_t{1} << 20;

std::string_view variable(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

// "1048576", "512M", "4g".
int64_t parse_bytes(const char* name, std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  const int shift = unit.empty()                 ? 0
                    : unit == "K" || unit == "k" ? 10
                    : unit == "M" || unit == "m" ? 20
                    : unit == "G" || unit == "g" ? 30
                                                 : -1;
  const bool fits = shift >= 0 && value <= std::numeric_limits<int64_t>::max() >> (shift + 2);
  check(error == std::errc{} && fits && (value << shift) >= kLeastMemory, Code::value_error, name,
        " must be a number of bytes from 1M, such as 512M or 2G, got '", text, "'");
  return value << shift;
}

int parse_count(const char* name, std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  check(
      error == std::errc{} && end == text.data() + text.size() && value >= 0 && value <= kMostGpus,
      Code::value_error, name, " must be a number from 0 to ", kMostGpus, ", got '", text, "'");
  return value;
}

}  // namespace

FakeOptions FakeOptions::from_environment() {
  FakeOptions options;
  options.memory = kDefaultMemory;
  constexpr const char *kCount = "PELTON_FAKE_GPUS", *kMemory = "PELTON_FAKE_GPU_MEMORY";
  if (const auto text = variable(kCount); !text.empty()) options.count = parse_count(kCount, text);
  if (options.count == 0) return options;
  if (const auto text = variable(kMemory); !text.empty())
    options.memory = parse_bytes(kMemory, text);
  if (const auto text = variable("PELTON_FAKE_GPU_FAULT"); !text.empty())
    options.fault = parse_fault(text);
  return options;
}

}  // namespace pelton::fake
