// Which batches of an epoch callbacks are asked about.
#include "nn/training/batch_hooks.h"

#include <limits>

#include "tests_cpp/catch.h"

using namespace pelton;

namespace {

class Asked : public Callbacks {
 public:
  explicit Asked(double pause, bool begins = false) : pause_(pause), begins_(begins) {}
  bool wants_batch_begin(Phase) override {
    calls += '?';
    return begins_;
  }
  bool wants_batch_end(Phase, int64_t step) override {
    calls += static_cast<char>('0' + step);
    return step == 3;
  }
  double batch_end_pause(Phase) override { return pause_; }
  void on_batch_begin(Phase, int64_t) override { calls += '<'; }
  std::string calls;

 private:
  double pause_;
  bool begins_;
};

std::string calls_of(Asked callbacks, int64_t count) {
  const auto call = [&](int64_t) { callbacks.calls += '>'; };
  BatchHooks hooks(callbacks, Phase::test, call, [] {});
  for (int64_t step = 0; step < count; ++step) {
    hooks.begin(step);
    hooks.end(step);
  }
  hooks.finish();
  return callbacks.calls;
}

}  // namespace

TEST_CASE("callbacks are asked about batches until they pause, and about the last one") {
  constexpr double kEver = std::numeric_limits<double>::infinity();
  REQUIRE(calls_of(Asked(0), 5) == "?0123>4");
  REQUIRE(calls_of(Asked(kEver), 5) == "?04");
  REQUIRE(calls_of(Asked(kEver), 4) == "?03>");
  REQUIRE(calls_of(Asked(kEver), 1) == "?0");
  REQUIRE(calls_of(Asked(kEver), 0) == "?");
  REQUIRE(calls_of(Asked(1e9, true), 3) == "?<0<<2");
  REQUIRE(calls_of(Asked(-1), 2) == "?01");
}
