// Tests the random ops: known answers, moments and uniformity, the same numbers on every thread
// count and instruction set, dropout's gradient, bad calls.
#include <algorithm>
#include <cmath>
#include <set>

#include "kernels/common/attrs/random_attrs.h"
#include "kernels/common/philox.h"
#include "kernels/declared/random.h"
#include "ops/array/array.h"
#include "ops/random/random.h"
#include "runtime/runtime.h"
#include "runtime/threads/thread_pool.h"
#include "tests_cpp/ops/adjoint.h"

using namespace pelton;
using namespace pelton::test;

namespace {

constexpr int64_t kMany = 200001;

std::vector<double> doubles(const Tensor& x) { return values<double>(cast(x, DType::float64)); }

struct Moments {
  explicit Moments(const std::vector<double>& x) {
    for (double v : x) mean += v / static_cast<double>(x.size());
    for (double v : x) {
      const double d = v - mean;
      variance += d * d / static_cast<double>(x.size());
      skewness += d * d * d / static_cast<double>(x.size());
      kurtosis += d * d * d * d / static_cast<double>(x.size());
    }
    skewness /= std::pow(variance, 1.5);
    kurtosis /= variance * variance;
  }
  double mean = 0, variance = 0, skewness = 0, kurtosis = 0;
};

// Greatest distance between the distribution of `x` and `cdf` (Kolmogorov and Smirnov).
template <class F>
double distance(std::vector<double> x, const F& cdf) {
  std::sort(x.begin(), x.end());
  double worst = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double n = static_cast<double>(x.size()), at = cdf(x[i]);
    worst = std::max({worst, at - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - at});
  }
  return worst;
}

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

// Exceeded by chance once in some 10^7 runs; the seeds are fixed anyway.
const double kSmirnov = 2.8 / std::sqrt(static_cast<double>(kMany));

}  // namespace

TEST_CASE("philox gives the published words") {
  const auto words = [](uint64_t key, uint64_t offset, uint64_t block) {
    const PhiloxWords four = philox(key, offset, block);
    return std::vector<uint32_t>(four.w, four.w + 4);
  };
  using Words = std::vector<uint32_t>;
  REQUIRE(words(0, 0, 0) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  REQUIRE(words(~0ull, ~0ull, ~0ull) == Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  REQUIRE(words(0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88) ==
          Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("element i is word i % 4 of block i / 4") {
  const auto x = values<float>(stateless_random_uniform({3000}, 0, 1, DType::float32, {5, 6}));
  const auto y = values<double>(stateless_random_uniform({3000}, 0, 1, DType::float64, {5, 6}));
  for (uint64_t i : {0, 1, 7, 1023, 1024, 2999}) {
    REQUIRE(x[i] == static_cast<float>(philox(5, 6, i / 4).w[i % 4] & 0x7fffff) * 0x1p-23f);
    const uint64_t word = philox(5, 6, i / 2).wide(static_cast<int>(i % 2));
    REQUIRE(y[i] == static_cast<double>((word & 0xfffff) << 32 | word >> 32) * 0x1p-52);
  }
}

TEST_CASE("uniform numbers fill their range evenly") {
  runtime().random().seed(1);
  for (DType dtype : {DType::float32, DType::float64}) {
    const auto x = doubles(random_uniform({kMany}, -2, 3, dtype));
    REQUIRE(*std::min_element(x.begin(), x.end()) >= -2);
    REQUIRE(*std::max_element(x.begin(), x.end()) < 3);
    REQUIRE(distance(x, [](double v) { return (v + 2) / 5; }) < kSmirnov);
    // Neighbours are not correlated.
    double product = 0;
    for (size_t i = 1; i < x.size(); ++i) product += (x[i] - 0.5) * (x[i - 1] - 0.5);
    REQUIRE(std::abs(product / static_cast<double>(kMany)) < 0.03);
  }
  for (DType dtype : {DType::float16, DType::bfloat16}) {
    const auto x = doubles(random_uniform({kMany}, 0, 1, dtype));
    REQUIRE(*std::max_element(x.begin(), x.end()) < 1);
    REQUIRE(Moments(x).mean == Approx(0.5).margin(0.005));
    const auto narrow = doubles(random_uniform({kMany}, -1, -0.999, dtype));
    REQUIRE(*std::max_element(narrow.begin(), narrow.end()) <= -0.998);
  }
  REQUIRE(doubles(random_uniform({4}, 5, 5, DType::float32)) == std::vector<double>(4, 5.0));
}

TEST_CASE("uniform integers reach every value") {
  runtime().random().seed(2);
  for (DType dtype : {DType::int32, DType::int64}) {
    const auto x = doubles(random_uniform({kMany}, -3, 4, dtype));
    double counts[7] = {};
    for (double v : x) counts[static_cast<int>(v) + 3] += 1;
    double chi = 0;
    for (double count : counts) chi += (count - kMany / 7.0) * (count - kMany / 7.0) * 7.0 / kMany;
    REQUIRE(chi < 45);  // six degrees of freedom
  }
  const auto all = values<int32_t>(random_uniform({kMany}, -0x1p31, 0x1p31, DType::int32));
  REQUIRE(*std::min_element(all.begin(), all.end()) < -2147000000);
  REQUIRE(*std::max_element(all.begin(), all.end()) > 2147000000);
  const auto wide = values<int64_t>(random_uniform({kMany}, -0x1p63, 0x1p63, DType::int64));
  REQUIRE(*std::min_element(wide.begin(), wide.end()) < -9223000000000000000);
}

TEST_CASE("normal numbers have the normal distribution") {
  runtime().random().seed(3);
  for (DType dtype : {DType::float32, DType::float64}) {
    const auto x = doubles(random_normal({kMany}, 0, 1, dtype));
    REQUIRE(distance(x, normal_cdf) < kSmirnov);
    const Moments m(x);
    REQUIRE(m.mean == Approx(0).margin(0.012));
    REQUIRE(m.variance == Approx(1).margin(0.016));
    REQUIRE(m.skewness == Approx(0).margin(0.03));
    REQUIRE(m.kurtosis == Approx(3).margin(0.06));
  }
  const Moments half(doubles(random_normal({kMany}, 10, 2, DType::float16)));
  REQUIRE(half.mean == Approx(10).margin(0.03));
  REQUIRE(half.variance == Approx(4).margin(0.1));
}

TEST_CASE("truncated normal numbers stay within two deviations") {
  runtime().random().seed(4);
  const double inside = normal_cdf(2) - normal_cdf(-2);
  for (DType dtype : {DType::float32, DType::float64}) {
    const auto x = doubles(truncated_normal({kMany}, 0, 1, dtype));
    REQUIRE(*std::min_element(x.begin(), x.end()) >= -2);
    REQUIRE(*std::max_element(x.begin(), x.end()) <= 2);
    REQUIRE(distance(x, [&](double v) { return (normal_cdf(v) - normal_cdf(-2)) / inside; }) <
            kSmirnov);
    REQUIRE(std::sqrt(Moments(x).variance) == Approx(0.8796256610342398).margin(0.005));
  }
}

TEST_CASE("seeds reproduce, and streams differ") {
  const auto three = [] {
    return std::vector<Tensor>{random_uniform({5}, 0, 1, DType::float32),
                               random_normal({5}, 0, 1, DType::float32),
                               random_normal({5}, 0, 1, DType::float32, 7)};
  };
  runtime().random().seed(5);
  const auto first = three();
  runtime().random().seed(5);
  const auto again = three();
  for (size_t i = 0; i < 3; ++i) REQUIRE(values<float>(first[i]) == values<float>(again[i]));
  REQUIRE(values<float>(three()[0]) != values<float>(first[0]));
  runtime().random().seed(6);
  REQUIRE(values<float>(three()[2]) != values<float>(first[2]));
  const RandomStream stream{3, 4};
  REQUIRE(values<float>(stateless_random_normal({5}, 0, 1, DType::float32, stream)) ==
          values<float>(stateless_random_normal({5}, 0, 1, DType::float32, stream)));
  // A longer tensor of the same stream begins with the shorter one.
  const auto longer = values<float>(stateless_random_normal({999}, 0, 1, DType::float32, stream));
  REQUIRE(values<float>(stateless_random_normal({5}, 0, 1, DType::float32, stream)) ==
          std::vector<float>(longer.begin(), longer.begin() + 5));
}

TEST_CASE("the numbers do not depend on the number of threads") {
  const int before = num_threads();
  const RandomStream stream{11, 12};
  std::vector<std::vector<double>> seen;
  for (int threads : {1, 3}) {
    set_num_threads(threads);
    seen.push_back(doubles(stateless_random_normal({kMany}, 0, 1, DType::float32, stream)));
  }
  set_num_threads(before);
  REQUIRE(seen[0] == seen[1]);
}

TEST_CASE("the numbers do not depend on the instruction set") {
  const auto check_kernel = [](Kernel generic, Kernel avx2, Kernel avx512, DType dtype) {
    const RandomNormalAttrs attrs{{3001}, 1, 2, dtype, 42, 43};
    const auto run = [&](Kernel kernel) {
      const Tensor out = empty({3001}, dtype);
      const TensorView view = view_of(out);
      kernel(KernelContext({}, {&view, 1}, &attrs,
                           runtime().devices().backend(Device{}).allocator(0), nullptr));
      return doubles(out);
    };
    const auto expected = run(generic);
    if (cpu::best_isa() >= cpu::Isa::avx2) REQUIRE(run(avx2) == expected);
    if (cpu::best_isa() >= cpu::Isa::avx512) REQUIRE(run(avx512) == expected);
  };
#if PELTON_X86
  for (DType dtype : {DType::float16, DType::float32, DType::float64}) {
    check_kernel(cpu::generic::random_normal, cpu::avx2::random_normal, cpu::avx512::random_normal,
                 dtype);
    check_kernel(cpu::generic::truncated_normal, cpu::avx2::truncated_normal,
                 cpu::avx512::truncated_normal, dtype);
  }
#endif
}

TEST_CASE("categorical samples follow the logits") {
  runtime().random().seed(8);
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  const Tensor logits =
      tensor<double>({3, 3}, {std::log(1), std::log(2), std::log(5), -inf, 100, -inf, nan, inf, 3});
  const auto x = values<int32_t>(random_categorical(logits, 80000, DType::int32));
  double counts[3] = {};
  for (size_t i = 0; i < 80000; ++i) counts[x[i]] += 1;
  REQUIRE(counts[0] == Approx(10000).margin(500));
  REQUIRE(counts[1] == Approx(20000).margin(700));
  REQUIRE(std::all_of(x.begin() + 80000, x.end(), [](int32_t k) { return k == 1; }));
  REQUIRE(random_categorical(counting<float>({2, 3}), 0).shape() == Shape{2, 0});
  REQUIRE_THROWS_AS(random_categorical(counting<float>({3}), 2), Error);
  REQUIRE_THROWS_AS(random_categorical(counting<float>({3, 0}), 2), Error);
  REQUIRE_THROWS_AS(random_categorical(counting<float>({3, 2}), -1), Error);
  REQUIRE_THROWS_AS(random_categorical(counting<float>({3, 2}), kHuge), Error);
  REQUIRE_THROWS_AS(random_categorical(counting<float>({3, 2}), 2, DType::float32), Error);
  REQUIRE_THROWS_AS(random_categorical(counting<int32_t>({3, 2}), 2), Error);
  const Tensor none = tensor<float>({1, 2}, {-float(inf), float(nan)});
  REQUIRE(error_of([&] { random_categorical(none, 2); }).find("logits[0]") != std::string::npos);
}

TEST_CASE("shuffle permutes the first axis") {
  runtime().random().seed(9);
  const Tensor x = counting({1000, 2});
  const auto y = values<double>(random_shuffle(x));
  std::set<double> rows;
  size_t in_place = 0;
  for (size_t i = 0; i < 1000; ++i) {
    REQUIRE(y[2 * i + 1] == y[2 * i] + 1);
    rows.insert(y[2 * i]);
    in_place += y[2 * i] == static_cast<double>(2 * i);
  }
  REQUIRE(rows.size() == 1000);
  REQUIRE(in_place < 10);
  // All orders of three are equally likely.
  double counts[27] = {};
  for (int i = 0; i < 6000; ++i) {
    const auto p = values<int64_t>(random_permutation(3));
    counts[p[0] * 9 + p[1] * 3 + p[2]] += 1;
  }
  for (double count : counts) REQUIRE((count == 0 || std::abs(count - 1000) < 160));
  REQUIRE(random_shuffle(counting({})).rank() == 0);
  REQUIRE(random_shuffle(counting({0, 2})).shape() == Shape{0, 2});
  REQUIRE_THROWS_AS(random_shuffle(Tensor()), Error);
  REQUIRE_THROWS_AS(random_permutation(-1), Error);
  REQUIRE_THROWS_AS(random_permutation(kHuge), Error);
}

TEST_CASE("dropout drops a share and scales the rest") {
  runtime().random().seed(10);
  const auto y =
      values<float>(dropout(tensor(Shape{kMany}, std::vector<float>(kMany, 3.0f)), 0.25));
  const auto dropped = static_cast<double>(std::count(y.begin(), y.end(), 0.0f));
  REQUIRE(dropped / kMany == Approx(0.25).margin(0.006));
  REQUIRE(std::all_of(y.begin(), y.end(), [](float v) { return v == 0.0f || v == 4.0f; }));
  check_adjoint("stateless_dropout", {jumbled({40, 50}, 1)}, DropoutAttrs{.rate = 0.5, .key = 1});
  const Tensor x = counting<float>({3});
  REQUIRE(dropout(x, 0).is_same(x));
  for (double rate : {1.0, 1.5, -0.1, std::nan("")}) REQUIRE_THROWS_AS(dropout(x, rate), Error);
  REQUIRE_THROWS_AS(dropout(counting<int32_t>({3}), 0.5), Error);
}

TEST_CASE("random ops refuse bad shapes, ranges and dtypes") {
  const std::vector<Shape> bad = {Shape{-1}, Shape{2, -3}, Shape{kHuge, 2}, Shape{kHuge},
                                  Shape{int64_t{1} << 40, int64_t{1} << 40}};
  for (const Shape& shape : bad) {
    REQUIRE_THROWS_AS(random_uniform(shape, 0, 1, DType::float32), Error);
    REQUIRE_THROWS_AS(random_normal(shape, 0, 1, DType::float32), Error);
    REQUIRE_THROWS_AS(truncated_normal(shape, 0, 1, DType::float32), Error);
  }
  const auto refuses = [](double low, double high, DType dtype) {
    REQUIRE_THROWS_AS(random_uniform({2}, low, high, dtype), Error);
  };
  refuses(5, 5, DType::int32);
  refuses(5, 3, DType::int64);
  refuses(0, 1.5, DType::int32);
  refuses(0, 0x1p32, DType::int32);
  refuses(std::nan(""), 3, DType::int64);
  refuses(0, 1, DType::boolean);
  refuses(0, 1, DType::complex64);
  REQUIRE(random_uniform({0}, 5, 3, DType::int32).size() == 0);
  REQUIRE_THROWS_AS(random_normal({2}, 0, 1, DType::int32), Error);
  REQUIRE_THROWS_AS(truncated_normal({2}, 0, 1, DType::int64), Error);
}
