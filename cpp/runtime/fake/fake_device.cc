#include "runtime/fake/fake_device.h"

#include <cstring>

#include "runtime/capture_rules.h"

namespace pelton::fake {
namespace {

// As TensorFlow without growth: the limit, or what is free less a reserve for the libraries.
int64_t first_segment(const FakeCard& card, const LogicalPart& part) {
  if (part.grows) return 0;
  if (part.memory_limit > 0) return part.memory_limit;
  return card.free_bytes() - card.free_bytes() / 20;
}

}  // namespace

FakeDevice::FakeDevice(FakeCard& card, const LogicalPart& part, int index)
    : part_(part),
      name_(short_name({DeviceType::gpu, static_cast<int16_t>(index)})),
      memory_(card),
      stream_(memory_),
      blocks_(memory_, part.memory_limit, first_segment(card, part)) {
  memory_.set_hooks(
      [this](void* data, size_t bytes) {
        try {
          stream_.enqueue([data, bytes] { std::memset(data, kPoison, bytes); });
        } catch (const std::exception&) {
          // A forked child: the memory is never used again.
        }
      },
      [this] { stream_.drain(); });
}

FakeDevice::~FakeDevice() { stream_.drain(); }

void* FakeDevice::allocate(size_t bytes) {
  faults_.on_call(Call::allocate, name_);
  return blocks_.allocate(bytes);
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
