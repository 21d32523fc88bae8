// Owns add, which also joins strings in pairs.
#include "kernels/common/functors/functors_binary.h"
#include "kernels/cpu/elementwise/elementwise.h"
#include "kernels/cpu/strings/string_output.h"
#include "kernels/declared/strings.h"

namespace pelton::cpu {
namespace {

void join_pairs(const KernelContext& context) {
  const TensorView &x = context.in(0), &y = context.in(1), &out = context.out(0);
  StringOutput joined(out);
  BroadcastWalk<2> walk(out.shape(), {&x, &y});
  for (int64_t i = 0; i < out.size; ++i, walk.next()) {
    const std::string_view a = x.as<StringElement>()[walk.at(0)].view();
    const std::string_view b = y.as<StringElement>()[walk.at(1)].view();
    char* const to = joined.room(i, a.size() + b.size());
    if (!a.empty()) std::memcpy(to, a.data(), a.size());
    if (!b.empty()) std::memcpy(to + a.size(), b.data(), b.size());
  }
}

}  // namespace

void add(const KernelContext& context) {
  if (context.in(0).dtype == DType::string) [[unlikely]]
    return join_pairs(context);
  elementwise<Add>(context);
}

}  // namespace pelton::cpu
