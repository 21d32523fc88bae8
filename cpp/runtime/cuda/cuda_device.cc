#include "runtime/cuda/cuda_device.h"

#include "runtime/cuda/cuda_capture.h"
#include "runtime/devices/logical_devices.h"
#include "runtime/memory/spare_memory.h"

namespace pelton::cuda {
namespace {

// Below it, events cost more than a copy that waits its turn.
constexpr size_t kLeastUpload = size_t{64} << 10;

}  // namespace

CudaDevice::Parts::Parts(CudaDevice& device)
    : compute(device.card_),
      copies(device.card_),
      ready(device.card_),
      copied(device.card_),
      uploads(device.card_),
      blocks(std::make_unique<CachingAllocator>(
          static_cast<SegmentSource&>(device), device.part_.memory_limit,
          first_segment(device.part_, [&] { return device.free_bytes(); }))),
      staging(device.card_, compute.get()),
      upload_staging(device.card_, copies.get()) {}

CudaDevice::~CudaDevice() {
  if (!parts_) return;
  if (card_.can_use()) card_.api().synchronize_stream(parts_->compute.get());
  parts_->blocks.reset();  // needs the rest of the device
}

CudaDevice::Parts& CudaDevice::opened() {
  card_.use();
  if (is_open_) [[likely]]
    return *parts_;
  std::lock_guard lock(mutex_);
  if (!is_open_) parts_ = std::make_unique<Parts>(*this);
  is_open_ = true;
  return *parts_;
}

int64_t CudaDevice::free_bytes() {
  size_t free = 0, total = 0;
  card_.check(card_.api().memory_info(&free, &total), "asking for free memory");
  return static_cast<int64_t>(free);
}

void* CudaDevice::reserve(size_t bytes) {
  card_.use();
  void* data = nullptr;
  const Status status = card_.api().allocate(&data, bytes);
  if (status == kOutOfMemory) {
    card_.api().clear_error();
    return nullptr;
  }
  card_.check(status, "allocating memory");
  return data;
}

void CudaDevice::release(void* data, size_t) noexcept {
  if (card_.can_use()) card_.api().release(data);
}

void* CudaDevice::allocate(size_t bytes) {
  CachingAllocator& blocks = *opened().blocks;
  return allocate_with_spare(*this, [&] { return blocks.allocate(bytes); });
}

void* CudaDevice::allocate_upload(size_t bytes) {
  if (bytes < kLeastUpload) return allocate(bytes);
  Parts& parts = opened();
  void* const data =
      allocate_with_spare(*this, [&] { return parts.blocks->allocate_upload(bytes); });
  parts.uploads.take(data);
  return data;
}

bool CudaDevice::keep_upload(void* data, size_t) noexcept {
  return parts_->uploads.release(data, parts_->compute);
}

void CudaDevice::forget_upload(void* data) noexcept { parts_->uploads.forget(data); }

MemoryStats CudaDevice::stats() const {
  return is_open_ ? parts_->blocks->stats() : MemoryStats{.limit = part_.memory_limit};
}

void CudaDevice::reset_peak() {
  if (is_open_) parts_->blocks->reset_peak();
}

void CudaDevice::empty_cache() {
  if (is_open_) parts_->blocks->empty_cache();
}

void CudaDevice::describe(const void* data, DType dtype, const Shape& shape) {
  parts_->blocks->describe(data, dtype, shape);
}

void* CudaDevice::stream() { return opened().compute.get(); }

void CudaDevice::copy_from_host(void* to, const void* from, size_t bytes) {
  if (bytes == 0) return;
  Parts& parts = opened();
  Event* mark = nullptr;
  if (parts.uploads.begin_fill(to, mark)) return upload(parts, mark, to, from, bytes);
  parts.staging.send(to, from, bytes);
}

void CudaDevice::upload(Parts& parts, Event* mark, void* to, const void* from, size_t bytes) {
  std::lock_guard lock(upload_mutex_);
  if (mark == nullptr) record(*(mark = &parts.ready), parts.compute);
  wait(parts.copies, *mark);
  parts.upload_staging.send(to, from, bytes);
  record(parts.copied, parts.copies);
  wait(parts.compute, parts.copied);
}

void CudaDevice::copy_to_host(void* to, const void* from, size_t bytes) {
  Parts& parts = opened();
  if (bytes > 0)
    card_.check(card_.api().copy(to, from, bytes, parts.compute.get()), "copying to the host");
  synchronize();
}

void CudaDevice::record(Event& event, const Stream& stream) {
  card_.use();
  card_.check(card_.api().record_event(event.get(), stream.get()), "recording an event");
}

void CudaDevice::wait(const Stream& stream, const Event& event) {
  card_.use();
  card_.check(card_.api().wait_event(stream.get(), event.get()), "waiting for an event");
}

void CudaDevice::copy_peer(CudaDevice& source, void* to, const void* from, size_t bytes) {
  if (bytes == 0) return;
  Parts &mine = opened(), &theirs = source.opened();
  source.record(theirs.ready, theirs.compute);
  record(mine.ready, mine.compute);  // the target may be in use by work before
  wait(mine.copies, theirs.ready);
  wait(mine.copies, mine.ready);
  card_.check(card_.api().copy_peer(to, card_.ordinal(), from, source.card_.ordinal(), bytes,
                                    mine.copies.get()),
              "copying between devices");
  record(mine.copied, mine.copies);
  wait(mine.compute, mine.copied);
  source.wait(theirs.compute, mine.copied);  // which may free and reuse what is being read
}

void CudaDevice::copy_strided(const TensorView& from, const TensorView& to, void* stream) {
  if (to.size == 0) return;
  if (from.strides() == to.strides()) {
    const auto bytes = static_cast<size_t>(to.size * size_of(to.dtype));
    return card_.check(card_.api().copy(to.data, from.data, bytes, stream), "copying");
  }
  copy_(KernelContext({&from, 1}, {&to, 1}, nullptr, *this, stream));
}

void CudaDevice::synchronize() {
  card_.check(card_.api().synchronize_stream(opened().compute.get()), "running earlier work");
  card_.raise_reported();
}

std::unique_ptr<DeviceCapture> CudaDevice::begin_capture() {
  void* const compute = stream();
  return std::make_unique<CudaCapture>(*this, card_, compute);
}

}  // namespace pelton::cuda
