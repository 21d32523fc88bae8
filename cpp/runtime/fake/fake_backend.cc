#include "runtime/fake/fake_backend.h"

#include "core/error.h"
#include "runtime/loading/companion_library.h"

namespace pelton::fake {
namespace {

constexpr CompanionLibrary kLibrary{.file_name = "libpelton_fake_gpu.so",
                                    .variable = "PELTON_FAKE_GPU_LIBRARY",
                                    .contents = "the kernels of fake GPUs",
                                    .entry = "pelton_gpu_kernels"};

// Whoever asks for fake GPUs wants ops to run there: without kernels all would run on the CPU.
const GpuKernelTable* kernels() {
  const auto* const table = kLibrary.open<GpuKernelTable>();
  check(table != nullptr || kLibrary.is_waived(), Code::failed_precondition, kLibrary.contents,
        " cannot be opened: there is no file ", kLibrary.path(), "; name one by ",
        kLibrary.variable, " or install Pelton again");
  return table;
}

}  // namespace

FakeBackend::FakeBackend(const FakeOptions& options)
    : GpuBackend(kernels()), fault_(options.fault) {
  for (int i = 0; i < options.count; ++i)
    cards_.push_back(std::make_unique<FakeCard>(options.memory));
}

DeviceProperties FakeBackend::properties(int physical) const {
  return {.name = "Pelton fake GPU (host memory)",
          .compute_capability = {9, 0},
          .total_memory = cards_.at(static_cast<size_t>(physical))->total(),
          .pci_bus_id = cat("fake:", physical),
          .is_fake = true};
}

void FakeBackend::configure(std::span<const LogicalPart> parts) {
  devices_.configure(parts, [&](const LogicalPart& part, int index) {
    FakeCard& card = *cards_.at(static_cast<size_t>(part.physical));
    auto device = std::make_unique<FakeDevice>(card, part, index);
    device->faults().set(fault_);
    return device;
  });
}

void FakeBackend::take_as_another_process(int physical, int64_t bytes) {
  check(physical >= 0 && physical < physical_count(), Code::not_found, "no card ", physical);
  FakeCard& card = *cards_[static_cast<size_t>(physical)];
  check(card.reserve(bytes), Code::resource_exhausted, "card ", physical, " has ",
        card.free_bytes(), " bytes left, not ", bytes);
}

}  // namespace pelton::fake
