// Tests data feeding: gathering with conversion and strides, orders, sizes, steps per epoch.
#include <algorithm>
#include <numeric>
#include <set>

#include "data/rows/gather_rows.h"
#include "nn/config/dtype_policy.h"
#include "nn/training/batches.h"
#include "nn/training/class_weights.h"
#include "nn/training/step_iterator.h"
#include "nn/training/warning.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"
#include "runtime/threads/thread_pool.h"
#include "tests_cpp/catch.h"

using namespace pelton;

namespace {

template <class T>
Tensor cyclic(const Shape& shape) {
  std::vector<T> values(static_cast<size_t>(element_count(shape)));
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i % 100);
  return from_host(values.data(), shape, dtype_of<T>);
}

std::vector<int64_t> first_column(const Tensor& x) {
  std::vector<int64_t> out;
  for (int64_t i = 0; i < x.shape()[0]; ++i)
    out.push_back(static_cast<int64_t>(x.data_as<float>()[i * x.strides()[0]]));
  return out;
}

int warnings = 0;
void count_warning(const std::string&) { ++warnings; }

Tensor gathered(const Tensor& source, std::span<const int64_t> rows, DType dtype) {
  const RowGather gather = gather_rows(source, rows, dtype);
  const auto half = std::ssize(rows) / 2;
  gather.copy(half, std::ssize(rows));
  gather.copy(0, half);
  return gather.out;
}

}  // namespace

TEST_CASE("gather_rows converts every dtype to float32") {
  const int64_t rows[] = {3, 0, 3};
  const auto check_type = [&]<class T>() {
    const Tensor batch = gathered(cyclic<T>({4, 2, 3}), rows, DType::float32);
    REQUIRE(batch.shape() == Shape{3, 2, 3});
    REQUIRE(batch.data_as<float>()[0] == 18.0f);
    REQUIRE(batch.data_as<float>()[6 + 5] == 5.0f);
    REQUIRE(batch.data_as<float>()[12 + 1] == 19.0f);
  };
  [&]<class... T>(Types<T...>) { (check_type.operator()<T>(), ...); }(RealTypes{});
}

TEST_CASE("gather_rows takes rows of any length in any order") {
  for (const int64_t length : {1, 3, 8, 100, 3000}) {
    const Tensor source = cyclic<double>({70, length});
    std::vector<int64_t> rows(64);
    for (size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<int64_t>(i * 29 % 70);
    for (const Tensor& x : {source, source.view({{70, length}, {1, 70}, 0})}) {
      const Tensor same = gathered(x, rows, DType::float64);
      const Tensor cast = gathered(x, rows, DType::float32);
      bool equal = true;
      for (int64_t i = 0; i < 64 * length; ++i) {
        const int64_t at =
            rows[static_cast<size_t>(i / length)] * x.strides()[0] + i % length * x.strides()[1];
        equal &= same.data_as<double>()[i] == source.data_as<double>()[at];
        equal &= cast.data_as<float>()[i] == static_cast<float>(source.data_as<double>()[at]);
      }
      REQUIRE(equal);
    }
  }
}

TEST_CASE("gather_rows follows any strides") {
  const Tensor dense = cyclic<double>({4, 3, 5});
  // Axes reversed, then each second column of a mirrored array.
  const Tensor reversed = dense.view({{5, 3, 4}, {1, 5, 15}, 0});
  const int64_t rows[] = {4, 1};
  const Tensor batch = gathered(reversed, rows, DType::float32);
  for (int64_t r = 0; r < 2; ++r)
    for (int64_t j = 0; j < 3; ++j)
      for (int64_t k = 0; k < 4; ++k)
        REQUIRE(batch.data_as<float>()[r * 12 + j * 4 + k] ==
                static_cast<float>(rows[r] + j * 5 + k * 15));
  const Tensor mirrored = dense.view({{4, 3, 2}, {-15, 5, 2}, 45});
  const int64_t second[] = {1};
  const Tensor other = gathered(mirrored, second, DType::float64);
  REQUIRE(other.data_as<double>()[0] == 30.0);
  REQUIRE(other.data_as<double>()[3] == 37.0);
  const int64_t none[] = {0};
  REQUIRE(gathered(cyclic<float>({2, 0, 3}), none, DType::float32).size() == 0);
}

TEST_CASE("array batches keep the order, the rest and integer targets") {
  ArrayBatches batches({cyclic<uint8_t>({10, 3}), cyclic<int32_t>({10}), {}}, 4, Shuffle::none,
                       true);
  REQUIRE(batches.count() == 3);
  batches.rewind();
  Batch batch;
  std::vector<int64_t> sizes;
  while (batches.next(batch)) {
    sizes.push_back(batch.size());
    REQUIRE(batch.x.dtype() == DType::float32);
    REQUIRE(batch.y.dtype() == DType::int32);
    REQUIRE_FALSE(batch.sample_weight.defined());
  }
  REQUIRE(sizes == std::vector<int64_t>{4, 4, 2});
  REQUIRE(batch.y.data_as<int32_t>()[1] == 9);
}

TEST_CASE("prepared batches are those that come without, of the dtype that is asked for then") {
  const int threads = num_threads();
  set_num_threads(2);
  ArrayBatches batches({cyclic<double>({100, 50}), cyclic<int64_t>({100}), {}}, 30);
  for (const bool prepared : {false, true}) {
    batches.rewind();
    Batch batch;
    for (int64_t first = 0; batches.next(batch); first += 30) {
      if (prepared) batches.prepare();
      if (first == 0) batches.drop_prepared();
      REQUIRE(batch.size() == std::min<int64_t>(30, 100 - first));
      for (int64_t i = 0; i < batch.x.size(); ++i)
        REQUIRE(batch.x.data_as<float>()[i] == static_cast<float>((first * 50 + i) % 100));
      REQUIRE(batch.y.data_as<int64_t>()[1] == first + 1);
    }
  }
  batches.rewind();
  batches.prepare();
  set_floatx("float64");
  Batch batch;
  REQUIRE(batches.next(batch));
  set_floatx("float32");
  REQUIRE(batch.x.dtype() == DType::float64);
  set_num_threads(threads);
}

TEST_CASE("shuffling draws from the engine's random state and sees every sample") {
  const auto orders = [](int64_t seed, Shuffle shuffle) {
    runtime().random().seed(seed);
    ArrayBatches batches({cyclic<float>({50, 1}), {}, {}}, 8, shuffle);
    std::vector<std::vector<int64_t>> out;
    for (int pass = 0; pass < 2; ++pass) {
      batches.rewind();
      Batch batch;
      std::vector<int64_t> order;
      while (batches.next(batch))
        for (int64_t value : first_column(batch.x)) order.push_back(value);
      out.push_back(order);
    }
    return out;
  };
  const auto first = orders(1, Shuffle::samples);
  REQUIRE(first == orders(1, Shuffle::samples));
  REQUIRE(first != orders(2, Shuffle::samples));
  REQUIRE(first[0] == first[1]);  // each pass begins anew, as Keras's
  for (const auto& order : first)
    REQUIRE(std::set<int64_t>(order.begin(), order.end()).size() == 50);
  const auto blocks = orders(3, Shuffle::batches)[0];
  for (size_t i = 0; i < 48; ++i)
    if (i % 8 != 0) REQUIRE(blocks[i] == blocks[i - 1] + 1);
  REQUIRE(blocks[49] == 49);
}

TEST_CASE("lengths must agree and batches hold at least one sample") {
  REQUIRE_THROWS_WITH(check_lengths({cyclic<float>({4, 1}), cyclic<float>({3}), {}}),
                      contains_text("'x' sizes: 4") && contains_text("'y' sizes: 3"));
  REQUIRE_THROWS_AS(ArrayBatches({cyclic<float>({4, 1}), {}, {}}, 0), Error);
  REQUIRE_THROWS_AS(split_samples({cyclic<float>({4, 1}), {}, {}}, 1.0), Error);
  const auto [train, validation] =
      split_samples({cyclic<float>({10, 1}), cyclic<float>({10}), {}}, 0.25);
  REQUIRE(train.x.shape()[0] == 7);
  REQUIRE(first_column(validation.x) == std::vector<int64_t>{7, 8, 9});
}

TEST_CASE("steps per epoch span passes and running out warns") {
  ArrayBatches batches({cyclic<float>({10, 1}), {}, {}}, 2);
  StepIterator steps(batches, 3);
  const auto epoch = [&] {
    std::vector<int64_t> seen;
    Batch batch;
    steps.begin_epoch();
    while (steps.next(batch)) seen.push_back(first_column(batch.x)[0]);
    return seen;
  };
  set_warning_sink(&count_warning);
  warnings = 0;
  REQUIRE(epoch() == std::vector<int64_t>{0, 2, 4});
  REQUIRE(epoch() == std::vector<int64_t>{6, 8});
  REQUIRE(warnings == 1);
  REQUIRE(epoch() == std::vector<int64_t>{0, 2, 4});
  set_warning_sink(nullptr);
}

TEST_CASE("class weights follow labels and one-hot targets") {
  const std::map<int64_t, double> weights{{0, 2.0}, {2, 0.5}};
  const float one_hot[] = {1, 0, 0, 0, 0, 1, 0, 1, 0};
  const Tensor a = class_weights(from_host(one_hot, {3, 3}, DType::float32), weights);
  const int64_t labels[] = {0, 2, 1};
  const Tensor b = class_weights(from_host(labels, {3}, DType::int64), weights);
  for (const Tensor& w : {a, b}) {
    REQUIRE(w.shape() == Shape{3});
    REQUIRE(w.data_as<float>()[0] == 2.0f);
    REQUIRE(w.data_as<float>()[1] == 0.5f);
    REQUIRE(w.data_as<float>()[2] == 1.0f);
  }
  REQUIRE_THROWS_AS(class_weights(Tensor(), weights), Error);
}
