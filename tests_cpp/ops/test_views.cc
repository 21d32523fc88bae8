// Tests the view ops against index formulas: shapes, shared bytes, gradients, bad calls.
#include "ops/array/array.h"
#include "tests_cpp/ops/adjoint.h"

using namespace pelton;
using namespace pelton::test;

namespace {

bool shares(const Tensor& a, const Tensor& b) { return a.storage() == b.storage(); }

}  // namespace

TEST_CASE("reshape shares bytes and infers one size") {
  const Tensor x = counting({2, 3, 4});
  const Tensor y = reshape(x, {.shape = {4, -1}});
  REQUIRE(y.shape() == Shape{4, 6});
  REQUIRE(shares(x, y));
  REQUIRE(values<double>(y) == values<double>(x));
  const Tensor turned = reshape(transpose(x), {.shape = {24}});
  REQUIRE(values<double>(turned)[1] == 12.0);
  REQUIRE(reshape(counting({0, 3}), {.shape = {-1, 0}}).shape() == Shape{3, 0});
  REQUIRE(reshape(counting({1}), {.shape = {}}).rank() == 0);
  check_adjoint("reshape", {jumbled({2, 6}, 1)}, ReshapeAttrs{.shape = {3, -1}});
  for (const Axes& bad : {Axes{5}, Axes{-1, -1}, Axes{-2, 12}, Axes{-1, 0}, Axes{kHuge, kHuge},
                          Axes{kLowest}, Axes{-1, 5}, Axes{kHuge, -1}})
    REQUIRE_THROWS_AS(reshape(x, {.shape = bad}), Error);
}

TEST_CASE("transpose permutes the axes") {
  const Tensor x = counting({2, 3, 4});
  const Tensor y = transpose(x, {.perm = Axes{1, -1, 0}});
  REQUIRE(y.shape() == Shape{3, 4, 2});
  REQUIRE(shares(x, y));
  const auto v = values<double>(y);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 2; ++k)
        REQUIRE(v[static_cast<size_t>((i * 4 + j) * 2 + k)] == k * 12 + i * 4 + j);
  REQUIRE(transpose(x).shape() == Shape{4, 3, 2});
  REQUIRE(transpose(counting({})).rank() == 0);
  check_adjoint("transpose", {jumbled({2, 3, 4}, 1)}, TransposeAttrs{.perm = Axes{2, 0, 1}});
  check_adjoint("transpose", {jumbled({2, 3}, 1)}, TransposeAttrs{});
  for (const Axes& bad :
       {Axes{0, 1}, Axes{0, 0, 1}, Axes{0, 1, 3}, Axes{0, 1, kLowest}, Axes{0, 1, 2, 3}})
    REQUIRE_THROWS_AS(transpose(x, {.perm = bad}), Error);
  REQUIRE(error_of([&] {
            transpose(x, {.perm = Axes{0, 0, 1}});
          }).find("2 is missing from") != std::string::npos);
}

TEST_CASE("large transposes of every element width agree with the formula") {
  constexpr int64_t kRows = 301, kColumns = 517;
  const auto check_width = []<class T>() {
    std::vector<T> data(kRows * kColumns);
    for (size_t i = 0; i < data.size(); ++i) data[i] = T(i % 251);
    const auto v = values<T>(transpose(tensor({kRows, kColumns}, data)));
    int64_t wrong = 0;
    for (int64_t i = 0; i < kColumns; ++i)
      for (int64_t j = 0; j < kRows; ++j)
        wrong +=
            v[static_cast<size_t>(i * kRows + j)] != data[static_cast<size_t>(j * kColumns + i)];
    REQUIRE(wrong == 0);
  };
  check_width.operator()<uint8_t>();
  check_width.operator()<int16_t>();
  check_width.operator()<float>();
  check_width.operator()<double>();
  check_width.operator()<Complex128>();
  // A permutation that blocks a middle axis, and one that keeps the last.
  const Tensor x = counting({40, 33, 5, 21});
  const auto moved = values<double>(transpose(x, {.perm = Axes{2, 0, 3, 1}}));
  REQUIRE(moved[static_cast<size_t>(((3 * 40 + 17) * 21 + 4) * 33 + 32)] ==
          ((17 * 33 + 32) * 5 + 3) * 21 + 4);
  const auto kept = values<double>(transpose(x, {.perm = Axes{1, 0, 2, 3}}));
  REQUIRE(kept[static_cast<size_t>(((32 * 40 + 17) * 5 + 3) * 21 + 4)] ==
          ((17 * 33 + 32) * 5 + 3) * 21 + 4);
}

TEST_CASE("expand_dims and squeeze add and drop axes of size 1") {
  const Tensor x = counting({2, 3});
  REQUIRE(expand_dims(x, {.axis = 0}).shape() == Shape{1, 2, 3});
  REQUIRE(expand_dims(x, {.axis = -1}).shape() == Shape{2, 3, 1});
  REQUIRE(expand_dims(x, {.axis = -3}).shape() == Shape{1, 2, 3});
  const Tensor y = counting({1, 2, 1, 3});
  REQUIRE(squeeze(y).shape() == Shape{2, 3});
  REQUIRE(squeeze(y, {.axis = Axes{}}).shape() == Shape{2, 3});
  REQUIRE(squeeze(y, {.axis = Axes{-2}}).shape() == Shape{1, 2, 3});
  REQUIRE(shares(y, squeeze(y)));
  check_adjoint("expand_dims", {jumbled({2, 3}, 2)}, AxisAttrs{.axis = 1});
  check_adjoint("squeeze", {jumbled({1, 3, 1}, 2)}, SqueezeAttrs{.axis = Axes{0}});
  for (int64_t axis : {int64_t{3}, int64_t{-4}, kHuge, kLowest})
    REQUIRE_THROWS_AS(expand_dims(x, {.axis = axis}), Error);
  for (const Axes& bad : {Axes{1}, Axes{4}, Axes{-5}, Axes{kHuge}, Axes{0, kLowest}})
    REQUIRE_THROWS_AS(squeeze(y, {.axis = bad}), Error);
  REQUIRE(error_of([&] {
            squeeze(y, {.axis = Axes{1}});
          }).find("Can not squeeze dim[1], expected a dimension of 1, got 2") != std::string::npos);
  REQUIRE_THROWS_AS(expand_dims(reshape(counting({1}), {.shape = Axes(32, 1)}), {.axis = 0}),
                    Error);
}

TEST_CASE("broadcast_to repeats without copying") {
  const Tensor x = counting({3, 1});
  const Tensor y = broadcast_to(x, {.shape = {2, 3, 4}});
  REQUIRE(shares(x, y));
  const auto v = values<double>(y);
  for (size_t i = 0; i < v.size(); ++i) REQUIRE(v[i] == static_cast<double>(i / 4 % 3));
  REQUIRE(broadcast_to(x, {.shape = {0, 3, 1}}).size() == 0);
  REQUIRE(broadcast_to(x, {.shape = {int64_t{1} << 50, 3, 1}}).size() == (int64_t{3} << 50));
  for (const Axes& bad : {Axes{2, 4}, Axes{3}, Axes{3, -1}, Axes{kHuge, 3, 1}, Axes{kLowest, 3, 1},
                          Axes{int64_t{1} << 60, 3, 1}})
    REQUIRE_THROWS_AS(broadcast_to(x, {.shape = bad}), Error);
}

TEST_CASE("strided_slice takes any step and its gradient scatters back") {
  const Tensor x = counting({5, 6});
  const Tensor y = strided_slice(x, {.begin = {4, 1}, .size = {3, 2}, .strides = {-2, 3}});
  REQUIRE(shares(x, y));
  REQUIRE(values<double>(y) == std::vector<double>{25, 28, 13, 16, 1, 4});
  REQUIRE(strided_slice(x, {.begin = {-9, 0}, .size = {0, 6}, .strides = {0, 1}}).size() == 0);
  REQUIRE(strided_slice(x, {.begin = {4, 5}, .size = {1, 1}, .strides = {kLowest, kHuge}}).size() ==
          1);
  const Tensor twice = strided_slice(y, {.begin = {2, 1}, .size = {2, 2}, .strides = {-1, -1}});
  REQUIRE(values<double>(twice) == std::vector<double>{4, 1, 16, 13});
  check_adjoint("strided_slice", {jumbled({5, 6}, 3)},
                SliceAttrs{.begin = {4, 1}, .size = {3, 2}, .strides = {-2, 3}});
  check_adjoint("strided_slice_grad", {jumbled({3, 2}, 3)},
                SliceGradAttrs{.shape = {5, 6}, .begin = {4, 1}, .strides = {-2, 3}});
  check_adjoint("strided_slice", {jumbled({4}, 3)}, SliceAttrs{.begin = {0}, .size = {0}});
  const std::vector<SliceAttrs> bad = {
      {.begin = {0}, .size = {1}},
      {.begin = {5, 0}, .size = {1, 1}},
      {.begin = {0, 0}, .size = {6, 1}},
      {.begin = {0, 0}, .size = {2, 1}, .strides = {0, 1}},
      {.begin = {0, 0}, .size = {2, 1}, .strides = {kHuge, 1}},
      {.begin = {0, 0}, .size = {kHuge, 1}, .strides = {kLowest, 1}},
      {.begin = {kLowest, 0}, .size = {1, 1}},
      {.begin = {0, 0}, .size = {-1, 1}},
      {.begin = {1, 0}, .size = {3, 1}, .strides = {-1, 1}}};
  for (const SliceAttrs& attrs : bad) REQUIRE_THROWS_AS(strided_slice(x, attrs), Error);
  REQUIRE_THROWS_AS(strided_slice_grad(x, {.shape = {4, 6}, .begin = {0, 0}}), Error);
  REQUIRE_THROWS_AS(strided_slice_grad(x, {.shape = {kHuge, kHuge}, .begin = {0, 0}}), Error);
}

TEST_CASE("reverse reads axes backwards") {
  const Tensor x = counting({2, 3});
  REQUIRE(values<double>(reverse(x, {.axis = {1}})) == std::vector<double>{2, 1, 0, 5, 4, 3});
  REQUIRE(values<double>(reverse(x, {.axis = {0, -1}})) == std::vector<double>{5, 4, 3, 2, 1, 0});
  REQUIRE(values<double>(reverse(x, {.axis = {}})) == values<double>(x));
  REQUIRE(reverse(counting({0, 3}), {.axis = {0}}).size() == 0);
  check_adjoint("reverse", {jumbled({2, 3}, 1)}, AxesAttrs{.axis = {0}});
  for (const Axes& bad : {Axes{2}, Axes{-3}, Axes{0, 0}, Axes{1, -1}, Axes{kLowest}})
    REQUIRE_THROWS_AS(reverse(x, {.axis = bad}), Error);
}

TEST_CASE("split and unstack are slices of one tensor") {
  const Tensor x = counting({2, 6});
  const auto pieces = split(x, std::vector<int64_t>{1, -1, 2}, {.axis = 1});
  REQUIRE(pieces.size() == 3);
  REQUIRE(values<double>(pieces[1]) == std::vector<double>{1, 2, 3, 7, 8, 9});
  REQUIRE(shares(x, pieces[2]));
  REQUIRE(split(x, 3, {.axis = -1})[2].shape() == Shape{2, 2});
  REQUIRE(split(counting({0, 3}), 3, {.axis = 0}).size() == 3);
  const auto rows = unstack(x, {.axis = 0});
  REQUIRE(rows.size() == 2);
  REQUIRE(values<double>(rows[1]) == std::vector<double>{6, 7, 8, 9, 10, 11});
  using Sizes = std::vector<int64_t>;
  for (const Sizes& bad : {Sizes{1, 2}, Sizes{-1, -1}, Sizes{7}, Sizes{-2, 8}, Sizes{kHuge, kHuge},
                           Sizes{}, Sizes{7, -1}})
    REQUIRE_THROWS_AS(split(x, bad, {.axis = 1}), Error);
  for (int64_t bad : {int64_t{4}, int64_t{0}, int64_t{-1}, kHuge})
    REQUIRE_THROWS_AS(split(x, bad, {.axis = 1}), Error);
  REQUIRE_THROWS_AS(split(x, 2, {.axis = 2}), Error);
  REQUIRE_THROWS_AS(split(counting({0}), kHuge, {.axis = 0}), Error);
  REQUIRE_THROWS_AS(unstack(x, {.axis = 2}), Error);
  REQUIRE_THROWS_AS(unstack(counting({}), {}), Error);
  REQUIRE(error_of([&] { split(x, 4, {.axis = 1}); }).find("split: Number of ways") == 0);
}
