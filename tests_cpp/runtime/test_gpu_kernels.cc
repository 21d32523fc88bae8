// Tests how a slot's kernel is found in the table of a library.
#include "runtime/devices/gpu_kernels.h"

#include "tests_cpp/catch.h"

namespace pelton {
namespace {

void listed(const KernelContext&) {}
void listed_too(const KernelContext&) {}
void left_out(const KernelContext&) {}
void own(const KernelContext&) {}
void stand_in(const KernelContext&) {}

constexpr GpuKernelSlot kListed = PELTON_CUDA(listed), kListedToo = PELTON_CUDA(listed_too),
                        kLeftOut = PELTON_CUDA(left_out);
constexpr GpuKernelTable::Row kRows[] = {{kernel_key<listed>(), listed},
                                         {kernel_key<listed_too>(), listed_too}};
constexpr GpuKernelTable kTable{GpuKernelTable::kVersion, 2, kRows};
constexpr GpuKernelTable::Row kOtherRows[] = {{kernel_key<listed>(), stand_in}};
constexpr GpuKernelTable kOtherTable{GpuKernelTable::kVersion, 1, kOtherRows};

}  // namespace

TEST_CASE("a slot's kernel is that of the library that is asked, each time") {
  const GpuKernels kernels(&kTable), others(&kOtherTable), none(nullptr);
  REQUIRE(kernels.size() == 2);
  REQUIRE(none.size() == 0);
  for (int turn = 0; turn < 3; ++turn) {
    REQUIRE(kernels.find(kListed) == &listed);
    REQUIRE(kernels.find(kListedToo) == &listed_too);
    REQUIRE(kernels.find(kLeftOut) == nullptr);
    REQUIRE(others.find(kListed) == &stand_in);
    REQUIRE(others.find(kListedToo) == nullptr);
    REQUIRE(none.find(kListed) == nullptr);
  }
  REQUIRE(kListed.key->place != kListedToo.key->place);
  REQUIRE(kListed.key->place != 0);
}

TEST_CASE("a slot with a kernel of its own needs no library") {
  const GpuKernels none(nullptr);
  REQUIRE(none.find(GpuKernelSlot(&own)) == &own);
  REQUIRE(none.find(GpuKernelSlot()) == nullptr);
  REQUIRE(GpuKernelSlot().is_empty());
  REQUIRE(!kListed.is_empty());
}

}  // namespace pelton
