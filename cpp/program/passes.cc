#include "program/passes.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>

namespace pelton {
namespace {

constexpr std::array kPasses{
    Pass{"fold_constants", "no work for what is the same in each run", passes::fold_constants},
    Pass{"name_bias", "what is fused with a layer's bias is also fused with x + b",
         passes::name_bias},
    Pass{"fuse_batch_norm", "one pass over memory less in each direction", passes::fuse_batch_norm},
    Pass{"fuse_conv2d", "the map before the pool is never written, and its gradient is sparse",
         passes::fuse_conv2d},
    Pass{"fuse_matmul", "the product is finished in the cache; fewer kernels to start",
         passes::fuse_matmul},
    Pass{"fuse_cross_entropy", "loss, gradient and correct predictions of one pass over the logits",
         passes::fuse_cross_entropy},
    Pass{"remove_dead", "no work for values that nobody reads", passes::remove_dead},
};

std::vector<std::string> chosen_names() {
  const char* text = std::getenv("PELTON_PROGRAM_PASSES");
  std::vector<std::string> names;
  if (text == nullptr) {
    for (const Pass& pass : kPasses) names.emplace_back(pass.name);
    return names;
  }
  std::stringstream words(text);
  for (std::string name; std::getline(words, name, ',');)
    if (!name.empty() && name != "none") names.push_back(name);
  return names;
}

}  // namespace

std::span<const Pass> all_passes() { return kPasses; }

void apply_passes(Program& program) {
  const std::vector<std::string> names = chosen_names();
  for (const std::string& name : names)
    check(
        std::any_of(kPasses.begin(), kPasses.end(), [&](const Pass& p) { return p.name == name; }),
        Code::value_error, "PELTON_PROGRAM_PASSES: there is no pass '", name, "'");
  for (const Pass& pass : kPasses)
    if (std::find(names.begin(), names.end(), pass.name) != names.end()) pass.apply(program);
  find_last_uses(program);
}

}  // namespace pelton
