#include "nn/weights/seed_state.h"

#include "nn/module/call_scope.h"
#include "nn/module/naming.h"
#include "nn/training/host_array.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"

namespace pelton {
namespace {

constexpr const char* kName = "seed_generator_state";

Tensor pair_of(const RandomState::CountingSeed& seed) {
  Tensor pair = empty({2}, DType::int64);
  pair.data_as<int64_t>()[0] = seed.seed;
  pair.data_as<int64_t>()[1] = seed.drawn;
  return pair;
}

}  // namespace

std::shared_ptr<SeedState> SeedState::make(VariableRef variable) {
  check(variable->dtype() == DType::int64 && variable->shape() == Shape{2}, Code::internal,
        "variable ", variable->name(), " is no state of a seed");
  const std::shared_ptr<SeedState> state(new SeedState(std::move(variable)));
  state->number_ = runtime().random().add_counting_seed(state);
  return state;
}

std::shared_ptr<SeedState> SeedState::make(int64_t seed) {
  auto variable = make_ref<Variable>(pair_of({seed, 0}), kName, false);
  const std::string& scope = NameScope::path();
  const std::string owner = auto_name("SeedGenerator") + "/" + kName;
  variable->set_path(scope.empty() ? owner : scope + "/" + owner);
  return make(std::move(variable));
}

RandomState::CountingSeed SeedState::read() const {
  const HostArray<int64_t> pair(variable_->value());
  return {pair[0], pair[1]};
}

// Unseen: in a trace the draw itself is a step, which counts when it runs.
void SeedState::write(const RandomState::CountingSeed& seed) {
  if (variable_->device() != Device{}) {
    const PauseObservers unseen;
    variable_->assign(copy_to(pair_of(seed), variable_->device()));
    return;
  }
  variable_->write_in_place([&](const Tensor& value) {
    value.data_as<int64_t>()[0] = seed.seed;
    value.data_as<int64_t>()[1] = seed.drawn;
  });
}

}  // namespace pelton
