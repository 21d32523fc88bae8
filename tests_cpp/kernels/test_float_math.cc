// Tests the float functions of kernels/common/float_math.h against double precision.
#include "kernels/common/float_math.h"

#include "tests_cpp/catch.h"

using namespace pelton;

namespace {

constexpr float kInf = math::kInf, kNan = math::kNan;
constexpr float kTiny = std::numeric_limits<float>::denorm_min();
constexpr float kMax = std::numeric_limits<float>::max();

// Distance from `exact` in units of the last place of a float of that size.
double error_in_ulp(float got, double exact) {
  if (std::isnan(exact)) return std::isnan(got) ? 0 : 1e9;
  const float nearest = static_cast<float>(exact);
  if (std::isinf(nearest) || std::isinf(got)) return nearest == got ? 0 : 1e9;
  int exponent = 0;
  std::frexp(std::max(std::abs(exact), 0x1p-126), &exponent);
  return std::abs(got - exact) / std::ldexp(1.0, exponent - 24);
}

// The largest error over a sample of all floats, of every exponent and both signs.
template <class F, class Exact>
double worst_error(F f, Exact exact) {
  double worst = 0;
  for (uint64_t bits = 0; bits < 0x100000000u; bits += 7919) {
    const float x = std::bit_cast<float>(static_cast<uint32_t>(bits));
    worst = std::max(worst, error_in_ulp(f(x), exact(static_cast<double>(x))));
  }
  for (float x : {0.0f, -0.0f, 1.0f, -1.0f, kInf, -kInf, kNan, kTiny, -kTiny, kMax, -kMax})
    worst = std::max(worst, error_in_ulp(f(x), exact(static_cast<double>(x))));
  return worst;
}

}  // namespace

TEST_CASE("float functions are within 2.5 ulp") {
  CHECK(worst_error([](float x) { return math::exp(x); }, [](double x) { return std::exp(x); }) <
        2.5);
  CHECK(worst_error([](float x) { return math::expm1(x); },
                    [](double x) { return std::expm1(x); }) < 2.5);
  CHECK(worst_error([](float x) { return math::log(x); }, [](double x) { return std::log(x); }) <
        2.5);
  CHECK(worst_error([](float x) { return math::log1p(x); },
                    [](double x) { return std::log1p(x); }) < 2.5);
  CHECK(worst_error([](float x) { return math::tanh(x); }, [](double x) { return std::tanh(x); }) <
        2.5);
  CHECK(worst_error([](float x) { return math::erf(x); }, [](double x) { return std::erf(x); }) <
        2.5);
  CHECK(worst_error([](float x) { return math::sigmoid(x); },
                    [](double x) { return 1 / (1 + std::exp(-x)); }) < 2.5);
  CHECK(worst_error([](float x) { return math::sin(x); }, [](double x) { return std::sin(x); }) <
        2.5);
  CHECK(worst_error([](float x) { return math::cos(x); }, [](double x) { return std::cos(x); }) <
        2.5);
  CHECK(worst_error([](float x) { return math::atan(x); }, [](double x) { return std::atan(x); }) <
        2.5);
  CHECK(worst_error([](float x) { return math::softplus(x); },
                    [](double x) { return x > 700 ? x : std::log1p(std::exp(x)); }) < 2.5);
}

TEST_CASE("sine and cosine are within 2.5 ulp beside multiples of a quarter turn") {
  double worst = 0;
  for (int k = 1; k < 600000; k += 7) {
    const auto x = static_cast<float>(k * 1.57079632679489661923);
    worst = std::max({worst, error_in_ulp(math::sin(x), std::sin(static_cast<double>(x))),
                      error_in_ulp(math::cos(x), std::cos(static_cast<double>(x)))});
  }
  CHECK(worst < 2.5);
}

TEST_CASE("atan2 is within 2.5 ulp in every direction") {
  const float sizes[] = {0.0f, kTiny, 1e-30f, 0.3f, 0.99f, 1.0f, 1.01f, 7.0f, 1e30f, kMax, kInf};
  double worst = 0;
  for (const float a : sizes)
    for (const float b : sizes)
      for (const int signs : {0, 1, 2, 3}) {
        const float y = (signs & 1) != 0 ? -a : a, x = (signs & 2) != 0 ? -b : b;
        const float got = math::atan2(y, x);
        worst = std::max(worst, error_in_ulp(got, std::atan2(double(y), double(x))));
        CHECK(std::signbit(got) == std::signbit(y));
      }
  for (int i = 0; i < 100000; ++i) {
    const float y = std::ldexp(float(i % 317) + 1.0f, i % 40 - 20);
    const float x = std::ldexp(float(i % 211) - 105.5f, i % 30 - 15);
    worst = std::max(worst, error_in_ulp(math::atan2(y, x), std::atan2(double(y), double(x))));
  }
  CHECK(worst < 2.5);
  CHECK(std::isnan(math::atan2(kNan, 1.0f)));
  CHECK(std::isnan(math::atan2(1.0f, kNan)));
}

TEST_CASE("powers are within one ulp, of unusual numbers the library's") {
  const float odd[] = {0.0f, -0.0f, 1.0f, -1.0f, 2.0f,  -3.0f,  kInf,   -kInf,
                       kNan, kTiny, kMax, 0.5f,  1e-3f, 127.0f, -149.5f};
  for (const float x : odd)
    for (const float y : odd) {
      INFO(x << " to the power of " << y);
      CHECK(error_in_ulp(math::pow(x, y), std::pow(double(x), double(y))) < 1);
    }
  double worst = 0;
  for (uint32_t bits = 0x00800000u; bits < 0x7f800000u; bits += 104729u) {
    const auto x = std::bit_cast<float>(bits);
    for (const float y : {0.1f, -0.75f, 1.5f, 2.4f, -7.0f, 33.3f})
      worst = std::max(worst, error_in_ulp(math::pow(x, y), std::pow(double(x), double(y))));
  }
  CHECK(worst < 0.6);
}

TEST_CASE("float functions keep the sign of zero") {
  CHECK(std::signbit(math::sin(-0.0f)));
  CHECK(std::signbit(math::atan(-0.0f)));
  CHECK(std::signbit(math::expm1(-0.0f)));
  CHECK(std::signbit(math::log1p(-0.0f)));
  CHECK(std::signbit(math::tanh(-0.0f)));
  CHECK(std::signbit(math::erf(-0.0f)));
}
