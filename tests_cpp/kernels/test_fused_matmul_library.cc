// Tests that a fused product lets a library do it, with the bias where the library knows it, else
// with a kernel that adds it. The library is a plain loop.
#include <cmath>
#include <vector>

#include "kernels/cuda/gemm/fused_matmul.cu"
#include "tests_cpp/catch.h"
#include "tests_cpp/runtime/cuda_launches.h"

namespace pelton {
namespace {

int plain_calls = 0, biased_calls = 0;

bool refuse_product(const KernelContext&, const cuda::Product&) { return false; }

bool multiply_plainly(const KernelContext&, const cuda::Product& p) {
  ++(p.bias == nullptr ? plain_calls : biased_calls);
  for (int64_t i = 0; i < p.m; ++i)
    for (int64_t j = 0; j < p.n; ++j) {
      float sum = 0;
      for (int64_t k = 0; k < p.k; ++k)
        sum += static_cast<const float*>(p.a.data)[i * p.a.row_step + k * p.a.column_step] *
               static_cast<const float*>(p.b.data)[k * p.b.row_step + j * p.b.column_step];
      if (p.bias != nullptr) sum += static_cast<const float*>(p.bias)[j];
      static_cast<float*>(p.out)[i * p.n + j] = p.relu && sum < 0 ? 0 : sum;
    }
  return true;
}

bool multiply_without_bias(const KernelContext& context, const cuda::Product& p) {
  return p.bias == nullptr && multiply_plainly(context, p);
}

std::vector<float> run_fused(FusedActivation activation, cuda::LibraryProduct library) {
  const Layout a = Layout::contiguous({2, 7, 5}), b = Layout::contiguous({5, 6}),
               bias = Layout::contiguous({6}), out = Layout::contiguous({2, 7, 6});
  std::vector<float> x(70), w(30), c{0.5f, -1.0f, 0.0f, 2.0f, -9.0f, 1.0f}, y(84);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i * 7 % 23) - 11;
  for (size_t i = 0; i < w.size(); ++i) w[i] = static_cast<float>(i * 5 % 13) - 6;
  const auto view = [](std::vector<float>& data, const Layout& layout) {
    return TensorView{data.data(), DType::float32, element_count(layout.shape), &layout, true};
  };
  const TensorView in[] = {view(x, a), view(w, b), view(c, bias)}, result[] = {view(y, out)};
  const FusedMatmulAttrs attrs{activation};
  plain_calls = biased_calls = 0;
  cuda::library_product = library;
  Launches gpu;
  cuda::fused_matmul(gpu.context(in, result, &attrs));
  cuda::library_product = nullptr;
  return y;
}

}  // namespace

TEST_CASE("a library may do a fused product, with or without its bias", "[cuda_emulator]") {
  for (const FusedActivation activation : {FusedActivation::none, FusedActivation::relu}) {
    const std::vector<float> own = run_fused(activation, nullptr);
    REQUIRE(run_fused(activation, &refuse_product) == own);
    REQUIRE(run_fused(activation, &multiply_plainly) == own);  // whole numbers: exact
    REQUIRE((biased_calls == 1 && plain_calls == 0));
    REQUIRE(run_fused(activation, &multiply_without_bias) == own);
    REQUIRE((biased_calls == 0 && plain_calls == 1));
  }
}

}  // namespace pelton
