#include "runtime/fake/fake_backend.h"

#include <cstring>
#include <vector>

#include "runtime/capture_rules.h"
#include "runtime/cpu/strided_copy.h"

namespace pelton::fake {

FakeBackend::FakeBackend(const FakeOptions& options)
    : library_(kernel_library_path()), fault_(options.fault) {
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

void FakeBackend::describe(int index, const void* data, DType dtype, const Shape& shape) {
  device(index).blocks().describe(data, dtype, shape);
}

void FakeBackend::copy_strided(int index, const TensorView& from, const TensorView& to) {
  device(index).submit(
      Call::copy, [shape = from.shape(), width = size_of(from.dtype), target = to.data,
                   to_strides = to.strides(), source = from.data, from_strides = from.strides()] {
        pelton::copy_strided(shape, width, {target, to_strides}, {source, from_strides});
      });
}

// The bytes are staged, as by CUDA from pageable memory: the caller may reuse them at once.
void FakeBackend::copy_from_host(int index, void* to, const void* from, size_t bytes) {
  device(index).check_not_recording(kNoHostCopy);
  if (bytes == 0) return;
  const auto* first = static_cast<const char*>(from);
  device(index).submit(Call::copy, [to, staged = std::vector<char>(first, first + bytes)] {
    std::memcpy(to, staged.data(), staged.size());
  });
}

void FakeBackend::copy_to_host(int index, void* to, const void* from, size_t bytes) {
  device(index).check_not_recording(kNoHostRead);
  if (bytes > 0) device(index).submit(Call::copy, [=] { std::memcpy(to, from, bytes); });
  device(index).synchronize();
}

void FakeBackend::copy_peer(int to_index, void* to, int from_index, const void* from,
                            size_t bytes) {
  device(to_index).check_not_recording(kNoPeerCopy);
  device(from_index).check_not_recording(kNoPeerCopy);
  if (bytes == 0) return;
  FakeMemory& source = device(from_index).memory();
  device(from_index).synchronize();
  device(to_index).submit(Call::copy, [&source, to, from, bytes] {
    source.open();
    std::memcpy(to, from, bytes);
    source.close();
  });
  // The source may be freed, and poisoned, as soon as this returns.
  device(to_index).synchronize();
}

void FakeBackend::take_as_another_process(int physical, int64_t bytes) {
  check(physical >= 0 && physical < physical_count(), Code::not_found, "no card ", physical);
  FakeCard& card = *cards_[static_cast<size_t>(physical)];
  check(card.reserve(bytes), Code::resource_exhausted, "card ", physical, " has ",
        card.free_bytes(), " bytes left, not ", bytes);
}

}  // namespace pelton::fake
