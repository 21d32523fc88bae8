#include "runtime/cuda/device_failure.h"

#include <string_view>

namespace pelton::cuda {
namespace {

std::string text_of(const DeviceFailure& found, std::string_view field) {
  if (field == "{value}") return cat(found.value);
  if (field == "{position}") return cat(found.position);
  if (field == "{limit}") return cat(found.limit);
  Shape shape;
  for (int i = 0; i < found.site.rank; ++i) shape.push_back(found.site.dims[i]);
  return indices_text(shape, found.position);
}

std::string filled_in(const DeviceFailure& found) {
  std::string out;
  std::string_view rest = found.site.text;
  for (size_t begin; (begin = rest.find('{')) != std::string_view::npos;) {
    const size_t end = rest.find('}', begin) + 1;
    out += rest.substr(0, begin);
    out += text_of(found, rest.substr(begin, end - begin));
    rest.remove_prefix(end);
  }
  return out.append(rest);
}

}  // namespace

void raise_failure(const DeviceFailure& found) {
  const auto [name, tf_name] = found.site.op;
  if (name == nullptr) throw Error(found.site.code, filled_in(found));
  throw Error(found.site.code, cat(name, ": ", filled_in(found), " [Op:", tf_name, "]"), true);
}

}  // namespace pelton::cuda
