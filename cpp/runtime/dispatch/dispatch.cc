#include "runtime/dispatch/dispatch.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <set>
#include <vector>

#include "runtime/dispatch/call_error.h"
#include "runtime/dispatch/check_inputs.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/placement.h"
#include "runtime/dispatch/sized_call.h"
#include "runtime/dispatch/string_owners.h"
#include "runtime/dispatch/symbolic.h"
#include "runtime/log.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/transfer.h"
#include "runtime/runtime.h"
#include "runtime/switches.h"

namespace pelton {
namespace {

// Whether the call is one on symbolic tensors, which is not run.
bool check_inputs(const OpDef& op, std::span<const Tensor> inputs, const void* attrs) {
  check_input_count(op, inputs.size());
  bool is_symbolic = inputs.empty() && is_symbolic_call(op, attrs);
  for (const Tensor& input : inputs)
    if (!input.defined() || !input.has_data()) [[unlikely]] {
      check(input.defined() && input.is_symbolic(), Code::value_error, "an input has no value");
      is_symbolic = true;
    }
  check_dtypes(op, inputs);
  return is_symbolic;
}

// Which devices have a kernel for `op`; views need none, and strings are on hosts only.
KernelKinds kernel_kinds(const OpDef& op, std::span<const Tensor> inputs,
                         const DeviceManager& devices) {
  if (any_strings(inputs)) return {.cpu = true};
  if (op.view != nullptr) return {.cpu = true, .gpu = true};
  const Backend* gpus = devices.gpus();
  return {op.kernels.cpu != nullptr, gpus != nullptr && gpus->kernel(op.kernels) != nullptr};
}

// One line per op and request, for whoever sets TF_CPP_MIN_LOG_LEVEL=0.
void log_fallback(const char* op, const Placement& placed, const DeviceSpec& scope) {
  if (!is_logged(LogLevel::info)) return;
  static std::mutex mutex;
  static auto* const told = new std::set<std::pair<std::string, std::string>>;
  std::lock_guard lock(mutex);
  if (!told->emplace(op, scope.to_string()).second) return;
  log(LogLevel::info, cat("op ", op, " runs on ", placed.device, " instead of '", scope.to_string(),
                          "': ", placed.reason));
}

// Kept out of run(): its frame would make every call dearer.
[[gnu::noinline]] Device place_kinds(const char* op, KernelKinds kernels) {
  const Context& current = context();
  const DeviceManager& devices = runtime().devices();
  if (const auto device = first_match(current.request(), kernels, devices.devices()))
    return *device;
  const Placement placed = place({.op = op,
                                  .has_cpu_kernel = kernels.cpu,
                                  .has_gpu_kernel = kernels.gpu,
                                  .scope = current.scope(),
                                  .devices = devices.devices(),
                                  .soft = devices.soft_placement()});
  log_fallback(op, placed, current.scope());
  return placed.device;
}

// TensorFlow's way with sizes and counts, off by default: an op on a few integers that are on the
// CPU runs there unless a device is named.
bool stays_on_cpu(const OpDef& op, std::span<const Tensor> inputs) {
  static const bool is_on = is_switched_on("TF_EAGER_ENABLE_SMALL_TENSOR_CPU_PINNING");
  constexpr int64_t kMostElements = 64;
  if (!is_on || inputs.empty() || context().request().type != DeviceRequest::kAny) return false;
  if (op.kernels.cpu == nullptr && op.view == nullptr) return false;
  if (std::string_view(op.tf_name).starts_with("Random")) return false;
  return std::all_of(inputs.begin(), inputs.end(), [](const Tensor& x) {
    return x.device().type == DeviceType::cpu && x.size() <= kMostElements &&
           (x.dtype() == DType::int32 || x.dtype() == DType::int64);
  });
}

Device place_call(const OpDef& op, std::span<const Tensor> inputs) {
  // In-place ops run where their bytes are.
  if (op.mutates && !inputs.empty()) return inputs[0].device();
  const DeviceManager& devices = runtime().devices();
  if (!context().has_scope() && devices.devices().size() == 1) return devices.devices()[0];
  if (stays_on_cpu(op, inputs)) return Device{};
  return place_kinds(op.tf_name, kernel_kinds(op, inputs, devices));
}

// True when the kernel can have the input as it is.
bool is_ready(const OpDef& op, const Tensor& input, Device device) {
  return input.device() == device && (op.strided || input.is_contiguous()) && !op.mutates;
}

// An operand of an in-place op, which kernels have as it is.
void check_in_place(const OpDef& op, const Tensor& operand, Device device) {
  check(operand.is_contiguous() && operand.device() == device, Code::internal, op.name,
        ": in-place operand is not row-major on ", device);
  if (operand.mirror().defined()) Tensor(operand).set_mirror(Tensor());
}

// Inputs as the kernel wants them: on the device, row-major unless the op reads strides.
Tensor prepare(const OpDef& op, size_t index, const Tensor& input, Device device) {
  if (input.device() == device) [[likely]]
    return op.strided ? input : contiguous(input);
  const Tensor local = transfer(op, index, input, device);
  return op.strided ? local : contiguous(local);
}

// Room for views that are assigned before they are read: to clear it first would take a tenth of
// the time of a small op.
template <size_t n>
struct UnsetViews {
  UnsetViews() {}
  union {
    TensorView views[n];
  };
};

// Where a call runs, looked up once.
struct Site {
  explicit Site(Device on)
      : device(on),
        backend(runtime().devices().backend(on)),
        allocator(backend.allocator(on.index)) {}
  Device device;
  Backend& backend;
  Allocator& allocator;
};

void start(Kernel kernel, const OpDef& op, std::span<const TensorView> views,
           const Outputs& outputs, const void* attrs, const Site& site) {
  UnsetViews<kMaxOutputs> out;
  for (size_t i = 0; i < outputs.count; ++i) out.views[i] = view_of(outputs.tensors[i]);
  kernel(KernelContext(views, {out.views, outputs.count}, attrs, site.allocator,
                       site.backend.stream(site.device.index), {op.name, op.tf_name}));
}

void launch_on_host(const OpDef& op, std::span<const Tensor> inputs, const Outputs& outputs,
                    const void* attrs);

// Inputs that are elsewhere or not row-major, or more of them than usual.
[[gnu::noinline]] void launch_prepared(const OpDef& op, std::span<const Tensor> inputs,
                                       const Outputs& outputs, const void* attrs,
                                       const Site& site) {
  std::vector<TensorView> views;
  std::vector<Tensor> prepared;  // keeps the copies until the kernel has run
  views.reserve(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (op.mutates) check_in_place(op, inputs[i], site.device);
    if (op.mutates || is_ready(op, inputs[i], site.device)) {
      views.push_back(view_of(inputs[i]));
    } else {
      prepared.push_back(prepare(op, i, inputs[i], site.device));
      views.push_back(view_of(prepared.back()));
    }
  }
  if (op.mutates && any_strings(inputs)) keep_strings_in_place(inputs);
  const Kernel kernel = site.backend.kernel(op.kernels);
  if (kernel != nullptr) return start(kernel, op, views, outputs, attrs, site);
  if (op.kernels.cpu == nullptr && op.kernels.cuda.is_empty()) raise_without_kernels(op.tf_name);
  check(op.mutates && op.kernels.cpu != nullptr && runtime().devices().soft_placement(),
        Code::unimplemented, op.name, " has no kernel for ", site.device);
  launch_on_host(op, inputs, outputs, attrs);
}

void launch(const OpDef& op, std::span<const Tensor> inputs, const Outputs& outputs,
            const void* attrs, const Site& site) {
  constexpr size_t kFew = 4;
  const Kernel kernel = site.backend.kernel(op.kernels);
  if (inputs.size() > kFew || kernel == nullptr) [[unlikely]]
    return launch_prepared(op, inputs, outputs, attrs, site);
  UnsetViews<kFew> few;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!is_ready(op, inputs[i], site.device)) [[unlikely]]
      return launch_prepared(op, inputs, outputs, attrs, site);
    few.views[i] = view_of(inputs[i]);
  }
  start(kernel, op, {few.views, inputs.size()}, outputs, attrs, site);
}

// An in-place op on a device without a kernel for it, under soft placement: the CPU's kernel on
// copies, which are written back.
void launch_on_host(const OpDef& op, std::span<const Tensor> inputs, const Outputs& outputs,
                    const void* attrs) {
  std::vector<Tensor> hosts;
  for (const Tensor& input : inputs) hosts.push_back(copy_to(input, Device{}));
  launch(op, hosts, outputs, attrs, Site(Device{}));
  for (size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].storage()->is_owned()) overwrite(inputs[i], hosts[i]);
}

[[gnu::noinline]] void tell_observers(const OpCall& call) {
  for (Observer* observer : context().observers()) observer->on_call(call);
}

inline void notify(const OpDef& op, std::span<const Tensor> inputs, const Outputs& outputs,
                   const void* attrs, Device device) {
  if (runtime().log_device_placement()) [[unlikely]]
    log_placement(op.tf_name, device);
  if (!context().observers().empty()) tell_observers({op, inputs, outputs.span(), attrs, device});
}

// A view of an input that is on another device is a view of the copy there.
[[gnu::noinline]] void view_elsewhere(const OpDef& op, std::span<const Tensor> inputs,
                                      const void* attrs, Device device, Outputs& outputs) {
  std::vector<Tensor> locals;
  for (size_t i = 0; i < inputs.size(); ++i) locals.push_back(transfer(op, i, inputs[i], device));
  InferContext inferred(op, locals, attrs, true);
  op.infer(inferred);
  outputs.tensors[0] = op.view(inferred);
  outputs.count = 1;
  notify(op, inputs, outputs, attrs, device);
}

// The same call with the sizes that follow from values.
[[gnu::noinline]] void run_sized(const OpDef& op, std::span<const Tensor> inputs, const void* attrs,
                                 Outputs& outputs) {
  const SizedAttrs sized = with_sizes(op, inputs, attrs);
  outputs = call_all(op, inputs, sized.attrs.get());
}

[[gnu::noinline]] void run_symbolic(const OpDef& op, std::span<const Tensor> inputs,
                                    const void* attrs, Outputs& outputs) {
  if (op.sizes != nullptr && lacks_sizes(op, attrs)) return run_sized(op, inputs, attrs, outputs);
  infer_symbolic(op, inputs, attrs, outputs);
  const Device device = device_of_symbolic(inputs);
  if (!context().observers().empty()) tell_observers({op, inputs, outputs.span(), attrs, device});
}

void run_view(const OpDef& op, std::span<const Tensor> inputs, const void* attrs, Device device,
              Outputs& outputs) {
  if (inputs[0].device() != device) [[unlikely]]
    return view_elsewhere(op, inputs, attrs, device, outputs);
  InferContext inferred(op, inputs, attrs);
  op.infer(inferred);
  outputs.tensors[0] = op.view(inferred);
  outputs.count = 1;
  notify(op, inputs, outputs, attrs, device);
}

void run(const OpDef& op, std::span<const Tensor> inputs, const void* attrs, Outputs& outputs) {
  if (check_inputs(op, inputs, attrs)) [[unlikely]]
    return run_symbolic(op, inputs, attrs, outputs);
  if (op.sizes != nullptr && lacks_sizes(op, attrs)) [[unlikely]]
    return run_sized(op, inputs, attrs, outputs);
  const Device device = place_call(op, inputs);
  if (op.view != nullptr) return run_view(op, inputs, attrs, device, outputs);
  InferContext inferred(op, inputs, attrs);
  op.infer(inferred);
  const Site site(device);
  outputs.count = inferred.output_count();
  for (size_t i = 0; i < outputs.count; ++i)
    outputs.tensors[i] = empty_from(site.allocator, site.backend, inferred.out_shape(i),
                                    inferred.out_dtype(i), device);
  launch(op, inputs, outputs, attrs, site);
  if (any_strings(outputs.span())) [[unlikely]]
    keep_strings(inputs, outputs.span());
  notify(op, inputs, outputs, attrs, device);
}

}  // namespace

Device place_variable(DType dtype) {
  const DeviceManager& devices = runtime().devices();
  if (!context().has_scope() && devices.devices().size() == 1) return devices.devices()[0];
  return place_kinds("VarHandleOp", {.cpu = true, .gpu = dtype != DType::string});
}

void log_placement(const char* tf_name, Device device) {
  if (runtime().log_device_placement()) [[unlikely]]
    log_always(cat("Executing op ", tf_name, " in device ", device));
}

Outputs call_all(const OpDef& op, std::span<const Tensor> inputs, const void* attrs) {
  Outputs outputs;  // the only one that is returned: it is made where the caller wants it
  try {
    run(op, inputs, attrs, outputs);
  } catch (const Error& error) {
    // A size with a name is no size of a value: such a call was refused before it ran.
    if (!has_named_sizes(op.attrs, attrs)) throw with_call(error, op, inputs, attrs);
    outputs = Outputs();
    // Values for which sizes are named that are not known yet.
    named_call(op, inputs, attrs, [&] { run_symbolic(op, inputs, attrs, outputs); });
  } catch (const std::bad_alloc&) {
    throw with_call(no_room(), op, inputs, attrs);
  }
  return outputs;
}

}  // namespace pelton
