// Tests runtime/interrupt.h on one thread; long parallel loops are in test_thread_pool.cc.
#include "runtime/threads/interrupt.h"

#include <vector>

#include "autograd/variable.h"
#include "core/error.h"
#include "nn/optimizers/optimizer_list.h"
#include "nn/training/host_variable.h"
#include "ops/array/array.h"
#include "tests_cpp/catch.h"

using namespace pelton;

namespace {

// While one lives, every question whether the user wants to stop is answered with yes.
class AlwaysStop {
 public:
  AlwaysStop() {
    set_interrupt_check([] { return true; });
  }
  ~AlwaysStop() { set_interrupt_check(nullptr); }
};

template <class Body>
bool is_interrupted(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    REQUIRE(error.code() == Code::interrupted);
    return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a serial loop covers its range in order") {
  for (int64_t n : {0, 1, 1 << 16, (1 << 16) + 1, 300000}) {
    int64_t next = 0;
    interruptible_for(n, [&](int64_t begin, int64_t end) {
      REQUIRE(begin == next);
      next = end;
    });
    REQUIRE(next == n);
  }
}

TEST_CASE("a long serial loop stops, a short one does not ask") {
  const AlwaysStop stop;
  int64_t done = 0;
  const auto count = [&](int64_t begin, int64_t end) { done += end - begin; };
  REQUIRE(is_interrupted([&] { interruptible_for(1 << 20, count); }));
  REQUIRE(done < 1 << 20);
  done = 0;
  REQUIRE_FALSE(is_interrupted([&] { interruptible_for(1000, count); }));
  REQUIRE(done == 1000);
}

TEST_CASE("deferred interrupts come afterwards, also when scopes nest") {
  const AlwaysStop stop;
  REQUIRE_FALSE(is_interrupted([] {
    const DeferInterrupts outer;
    {
      const DeferInterrupts inner;
      poll_interrupt();
    }
    poll_interrupt();
  }));
  REQUIRE(is_interrupted([] { poll_interrupt(); }));
}

TEST_CASE("an optimizer's step is whole or not at all") {
  const Shape shape{1 << 20};  // enough for several pieces of a parallel loop
  std::vector<VariableRef> variables;
  for (const char* name : {"a", "b"})
    variables.push_back(make_ref<Variable>(zeros(shape, DType::float32), name));
  optimizers::SGD sgd;
  sgd.build(variables);
  const std::vector<Tensor> gradients(2, ones(shape, DType::float32));
  {
    const AlwaysStop stop;
    REQUIRE_FALSE(is_interrupted([&] { sgd.apply(gradients, variables); }));
  }
  REQUIRE(item(sgd.iterations()) == 1);
  for (const VariableRef& variable : variables) {
    const float first = variable->value().data_as<float>()[0];
    REQUIRE(first == Approx(-0.01));
    REQUIRE(variable->value().data_as<float>()[shape[0] - 1] == first);
  }
}
