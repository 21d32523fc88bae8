#include "runtime/dispatch/string_owners.h"

namespace pelton {
namespace {

// More owners than these would make loops that gather strings slower and slower.
constexpr size_t kMostOwners = 16;

// All that inputs of strings keep alive: what one has where it is the only one.
Ref<StringBytes> strings_of(std::span<const Tensor> inputs) {
  Ref<StringBytes> all;
  bool is_own = false;
  for (const Tensor& input : inputs) {
    if (input.dtype() != DType::string) continue;
    const Ref<StringBytes>& strings = input.storage()->strings();
    if (!strings || strings == all) continue;
    if (!all) {
      all = strings;
      continue;
    }
    if (!is_own) {
      auto joined = make_ref<StringBytes>();
      joined->keep(all);
      all = std::move(joined);
      is_own = true;
    }
    all->keep(strings);
  }
  return all;
}

// The elements of `x`, row-major, over new bytes, which are returned.
Ref<StringBytes> gathered(const Tensor& x) {
  auto bytes = make_ref<StringBytes>();
  auto* const elements = x.data_as<StringElement>();
  for (int64_t i = 0; i < x.size(); ++i) elements[i] = bytes->add(elements[i].view());
  return bytes;
}

}  // namespace

void keep_strings(std::span<const Tensor> inputs, std::span<const Tensor> outputs) {
  const Ref<StringBytes> strings = strings_of(inputs);
  if (!strings) return;
  for (const Tensor& output : outputs) {
    if (output.dtype() != DType::string || output.storage()->strings()) continue;
    const bool is_scattered = strings->kept() > kMostOwners;
    output.storage()->set_strings(is_scattered ? gathered(output) : strings);
  }
}

void keep_strings_in_place(std::span<const Tensor> inputs) {
  if (inputs.empty() || inputs[0].dtype() != DType::string) return;
  const Ref<StringBytes> strings = strings_of(inputs);
  const bool is_scattered = strings && strings->kept() > kMostOwners;
  // The old elements come together; those that are written next have their bytes kept beside them.
  if (!is_scattered) return inputs[0].storage()->set_strings(strings);
  auto bytes = make_ref<StringBytes>();
  bytes->keep(gathered(inputs[0]));
  bytes->keep(strings_of(inputs.subspan(1)));
  inputs[0].storage()->set_strings(bytes);
}

}  // namespace pelton
