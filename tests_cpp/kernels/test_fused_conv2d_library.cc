// Tests that a fused convolution lets a library do its convolution and finishes the map itself. The
// library is a plain loop.
#include <cmath>
#include <vector>

#include "kernels/cuda/conv/fused_conv2d.cu"
#include "tests_cpp/catch.h"
#include "tests_cpp/runtime/cuda_launches.h"

namespace pelton {
namespace {

int library_calls = 0;

bool refuse_call(const KernelContext&, const cuda::ConvolutionCall&) { return false; }

bool convolve_plainly(const KernelContext&, const cuda::ConvolutionCall& call) {
  ++library_calls;
  const cuda::Convolution c(call.shape);
  const cuda::ForwardProduct p(c, call.images, call.filters);
  for (int64_t row = 0; row < p.m; ++row)
    for (int64_t column = 0; column < p.n; ++column) {
      float sum = 0;
      for (int64_t k = 0; k < p.k; ++k)
        sum += p.at_a<float>(0, row, k) * p.at_b<float>(0, k, column);
      static_cast<float*>(call.results)[c.output_at(row, 0, column)] = sum;
    }
  return true;
}

struct FusedRun {
  std::vector<float> y;
  std::vector<uint8_t> cells;
};

FusedRun run_fused(const FusedConv2dAttrs& attrs, cuda::LibraryConvolution library) {
  const Layout images = Layout::contiguous({2, 7, 6, 3}),
               filters = Layout::contiguous({3, 3, 3, 4});
  const Layout bias = Layout::contiguous({4});
  const Shape shape = fused_conv2d_shape(images.shape, filters.shape, attrs).output();
  const Layout y = Layout::contiguous(shape);
  const int64_t size = element_count(shape);
  std::vector<float> x(2 * 7 * 6 * 3), w(3 * 3 * 3 * 4), b{0.5f, -1.0f, 0.0f, 2.0f};
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i * 7 % 23) - 11;
  for (size_t i = 0; i < w.size(); ++i) w[i] = static_cast<float>(i * 5 % 13) - 6;
  FusedRun run{std::vector<float>(static_cast<size_t>(size)),
               std::vector<uint8_t>(static_cast<size_t>(size))};
  const auto view = [](void* data, DType dtype, const Layout& layout) {
    return TensorView{data, dtype, element_count(layout.shape), &layout, true};
  };
  const TensorView in[] = {view(x.data(), DType::float32, images),
                           view(w.data(), DType::float32, filters),
                           view(b.data(), DType::float32, bias)};
  const TensorView out[] = {view(run.y.data(), DType::float32, y),
                            view(run.cells.data(), DType::uint8, y)};
  cuda::library_convolution = library;
  Launches gpu;
  cuda::fused_conv2d(gpu.context(in, out, &attrs));
  cuda::library_convolution = nullptr;
  return run;
}

}  // namespace

TEST_CASE("a library may do the convolution in a fused one", "[cuda_emulator]") {
  for (const FusedActivation activation : {FusedActivation::none, FusedActivation::relu})
    for (const Axes& pool : {Axes{1, 1}, Axes{2, 2}})
      for (const Padding padding : {Padding::valid, Padding::same}) {
        const FusedConv2dAttrs attrs{.padding = padding, .activation = activation, .pool = pool};
        const FusedRun own = run_fused(attrs, nullptr), refused = run_fused(attrs, &refuse_call);
        library_calls = 0;
        const FusedRun lent = run_fused(attrs, &convolve_plainly);
        REQUIRE(library_calls == 1);
        REQUIRE(refused.y == own.y);
        REQUIRE(lent.y == own.y);  // sums of whole numbers: exact
        if (pool[0] > 1) REQUIRE(lent.cells == own.cells);
      }
}

}  // namespace pelton
