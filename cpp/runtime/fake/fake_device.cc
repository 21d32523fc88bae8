#include "runtime/fake/fake_device.h"

#include <cstring>

#include "runtime/cpu/strided_copy.h"
#include "runtime/devices/capture_rules.h"
#include "runtime/devices/logical_devices.h"
#include "runtime/fake/watched_bounds.h"

namespace pelton::fake {

FakeDevice::FakeDevice(FakeCard& card, const LogicalPart& part, int index)
    : part_(part),
      name_(short_name({DeviceType::gpu, static_cast<int16_t>(index)})),
      memory_(card),
      stream_(memory_),
      blocks_(memory_, part.memory_limit, first_segment(part, [&] { return card.free_bytes(); })) {
  memory_.set_hooks(
      [this](void* data, size_t bytes) {
        try {
          stream_.enqueue([data, bytes] {
            allow(data, bytes);
            std::memset(data, kPoison, bytes);
            forbid(data, bytes);
          });
        } catch (const std::exception&) {
          // A forked child: the memory is never used again.
        }
      },
      [this] { stream_.drain(); });
}

FakeDevice::~FakeDevice() { stream_.drain(); }

void* FakeDevice::allocate(size_t bytes) {
  faults_.on_call(Call::allocate, name_);
  return watched(blocks_.allocate(bytes), bytes);
}

void* FakeDevice::allocate_upload(size_t bytes) {
  faults_.on_call(Call::allocate, name_);
  return watched(blocks_.allocate_upload(bytes), bytes);
}

// In the stream's order, since work that is queued may still fill the block as a freed one.
void* FakeDevice::watched(void* data, size_t bytes) {
  if constexpr (kWatchesBounds) stream_.enqueue([=] { allow(data, bytes); });
  return data;
}

void FakeDevice::copy_strided(const TensorView& from, const TensorView& to) {
  submit(Call::copy,
         [shape = from.shape(), width = size_of(from.dtype), target = to.data,
          to_strides = to.strides(), source = from.data, from_strides = from.strides()] {
           pelton::copy_strided(shape, width, {target, to_strides}, {source, from_strides});
         });
}

void FakeDevice::copy_from_host(void* to, const void* from, size_t bytes) {
  check_not_recording(kNoHostCopy);
  if (bytes == 0) return;
  const auto* first = static_cast<const char*>(from);
  submit(Call::copy, [to, staged = std::vector<char>(first, first + bytes)] {
    std::memcpy(to, staged.data(), staged.size());
  });
}

void FakeDevice::copy_to_host(void* to, const void* from, size_t bytes) {
  check_not_recording(kNoHostRead);
  if (bytes > 0) submit(Call::copy, [=] { std::memcpy(to, from, bytes); });
  synchronize();
}

void FakeDevice::copy_peer(FakeDevice& source, void* to, const void* from, size_t bytes) {
  check_not_recording(kNoPeerCopy);
  source.check_not_recording(kNoPeerCopy);
  if (bytes == 0) return;
  source.synchronize();
  submit(Call::copy, [&memory = source.memory_, to, from, bytes] {
    memory.open();
    std::memcpy(to, from, bytes);
    memory.close();
  });
  // The source may be freed, and poisoned, as soon as this returns.
  synchronize();
}

void FakeDevice::submit(Call call, std::function<void()> work) {
  faults_.on_call(call, name_);
  {
    std::lock_guard lock(recording_mutex_);
    if (recording_) return recording_->push_back(std::move(work));
  }
  stream_.enqueue(std::move(work));
}

void FakeDevice::check_not_recording(const char* what) const {
  std::lock_guard lock(recording_mutex_);
  check_not_capturing(recording_ != nullptr, what);
}

void FakeDevice::begin_capture() {
  check_not_recording(kNoSecondCapture);
  std::lock_guard lock(recording_mutex_);
  recording_ = std::make_unique<Recording>();
}

std::unique_ptr<DeviceGraph> FakeDevice::end_capture() {
  class Graph : public DeviceGraph {
   public:
    Graph(FakeDevice& device, std::unique_ptr<Recording> work)
        : device_(device), work_(std::move(work)) {}
    void launch() override {
      for (const auto& piece : *work_) device_.submit(Call::launch, piece);
    }

   private:
    FakeDevice& device_;
    std::unique_ptr<Recording> work_;
  };
  std::lock_guard lock(recording_mutex_);
  check(recording_ != nullptr, Code::failed_precondition, "no recording has begun on the device");
  return std::make_unique<Graph>(*this, std::move(recording_));
}

void FakeDevice::synchronize() {
  check_not_recording(kNoWait);
  stream_.drain();  // even where this call fails: queued copies write to the caller's memory
  faults_.on_call(Call::synchronize, name_);
  stream_.synchronize();
}

}  // namespace pelton::fake
