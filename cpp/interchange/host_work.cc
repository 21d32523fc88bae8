#include "interchange/host_work.h"

#include <atomic>

#include "core/error.h"

namespace pelton {
namespace {

std::atomic<MakeHostWork> maker{nullptr};

using WorkOutputs = std::vector<std::pair<DType, Shape>>;

void check_outputs(const std::string& name, std::span<const Tensor> made,
                   const WorkOutputs& outputs) {
  check(made.size() == outputs.size(), name, " gave ", made.size(), " tensors, not ",
        outputs.size());
  for (size_t i = 0; i < made.size(); ++i) {
    const auto& [dtype, shape] = outputs[i];
    check(made[i].dtype() == dtype && may_equal(made[i].shape(), shape), name, " gave ", made[i],
          " where the file says ", dtype, ' ', shape);
  }
}

}  // namespace

void set_host_work(MakeHostWork make) { maker = make; }

std::shared_ptr<const HostCallback> host_work(std::string name, std::string stored,
                                              WorkOutputs outputs) {
  const MakeHostWork make = maker;
  check(make != nullptr, Code::unimplemented, "'", name, "' is work on the host, which cannot be ",
        "made here");
  auto run = [name, outputs, body = make(stored)](std::span<const Tensor> inputs) {
    std::vector<Tensor> made = body(inputs);
    check_outputs(name, made, outputs);
    return made;
  };
  HostCallback work{std::move(name), std::move(run), std::move(outputs), std::move(stored)};
  return std::make_shared<const HostCallback>(std::move(work));
}

}  // namespace pelton
