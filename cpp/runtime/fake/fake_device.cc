#include "runtime/fake/fake_device.h"

#include <cstring>
#include <vector>

#include "runtime/cpu/strided_copy.h"
#include "runtime/devices/logical_devices.h"
#include "runtime/fake/watched_bounds.h"
#include "runtime/memory/spare_memory.h"

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
  void* const data = allocate_with_spare(*this, [&] { return blocks_.allocate(bytes); });
  return watched(data, bytes);
}

void* FakeDevice::allocate_upload(size_t bytes) {
  faults_.on_call(Call::allocate, name_);
  void* const data = allocate_with_spare(*this, [&] { return blocks_.allocate_upload(bytes); });
  return watched(data, bytes);
}

// In the stream's order, since work that is queued may still fill the block as a freed one.
void* FakeDevice::watched(void* data, size_t bytes) {
  if constexpr (kWatchesBounds) stream_.enqueue([=] { allow(data, bytes); });
  return data;
}

namespace {

std::function<void()> strided_copy_of(const TensorView& from, const TensorView& to) {
  return [shape = from.shape(), width = size_of(from.dtype), target = to.data,
          to_strides = to.strides(), source = from.data, from_strides = from.strides()] {
    pelton::copy_strided(shape, width, {target, to_strides}, {source, from_strides});
  };
}

// Launches count as calls of the device when they are recorded, and again at each launch of the
// graph.
class FakeCapture : public DeviceCapture, public LaunchQueue {
 public:
  FakeCapture(FakeDevice& device, std::string name) : device_(device), name_(std::move(name)) {}
  void* stream() override { return static_cast<LaunchQueue*>(this); }
  void enqueue(std::function<void()> work) override { record(Call::launch, std::move(work)); }
  void copy_strided(const TensorView& from, const TensorView& to) override {
    record(Call::copy, strided_copy_of(from, to));
  }
  std::unique_ptr<DeviceGraph> finish() override {
    return std::make_unique<Graph>(device_, std::move(work_));
  }

 private:
  using Work = std::vector<std::function<void()>>;
  class Graph : public DeviceGraph {
   public:
    Graph(FakeDevice& device, Work work)
        : device_(device), work_(std::make_shared<const Work>(std::move(work))) {}
    void launch() override {
      device_.submit(Call::launch, [work = work_] {
        for (const auto& piece : *work) piece();
      });
    }

   private:
    FakeDevice& device_;
    const std::shared_ptr<const Work> work_;
  };

  void record(Call call, std::function<void()> work) {
    device_.faults().on_call(call, name_);
    work_.push_back(std::move(work));
  }

  FakeDevice& device_;
  const std::string name_;
  Work work_;
};

}  // namespace

void FakeDevice::copy_strided(const TensorView& from, const TensorView& to) {
  submit(Call::copy, strided_copy_of(from, to));
}

void FakeDevice::copy_from_host(void* to, const void* from, size_t bytes) {
  if (bytes == 0) return;
  const auto* first = static_cast<const char*>(from);
  submit(Call::copy, [to, staged = std::vector<char>(first, first + bytes)] {
    std::memcpy(to, staged.data(), staged.size());
  });
}

void FakeDevice::copy_to_host(void* to, const void* from, size_t bytes) {
  if (bytes > 0) submit(Call::copy, [=] { std::memcpy(to, from, bytes); });
  synchronize();
}

void FakeDevice::copy_peer(FakeDevice& source, void* to, const void* from, size_t bytes) {
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
  stream_.enqueue(std::move(work));
}

std::unique_ptr<DeviceCapture> FakeDevice::begin_capture() {
  return std::make_unique<FakeCapture>(*this, name_);
}

void FakeDevice::synchronize() {
  stream_.drain();  // even where this call fails: queued copies write to the caller's memory
  faults_.on_call(Call::synchronize, name_);
  stream_.synchronize();
}

}  // namespace pelton::fake
