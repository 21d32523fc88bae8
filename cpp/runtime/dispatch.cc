#include "runtime/dispatch.h"

#include <vector>

#include "runtime/context.h"
#include "runtime/log.h"
#include "runtime/memory.h"
#include "runtime/placement.h"
#include "runtime/runtime.h"

namespace pelton {
namespace {

const Arg& arg_of(const OpDef& op, size_t i) { return op.inputs[op.variadic ? 0 : i]; }

// "x: float32 (2, 3), y: int32 ()".
std::string describe(const OpDef& op, std::span<const Tensor> inputs) {
  std::string out;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (i > 0) out += ", ";
    if (i >= 8) return out + "...";
    out += op.variadic || i < op.inputs.size() ? arg_of(op, i).name : "?";
    if (op.variadic) out += cat('[', i, ']');
    out += inputs[i].defined() ? cat(": ", inputs[i]) : std::string(": undefined");
  }
  return out;
}

void check_dtypes(const OpDef& op, std::span<const Tensor> inputs) {
  const Tensor* first = nullptr;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Arg& arg = arg_of(op, i);
    const DType dtype = inputs[i].dtype();
    const DTypeSet allowed = arg.dtypes.empty() ? op.dtypes : arg.dtypes;
    check(allowed.contains(dtype), "argument '", arg.name, "' has dtype ", dtype,
          ", which is not in the list of allowed values: ", allowed);
    if (!arg.dtypes.empty()) continue;
    if (first == nullptr) first = &inputs[i];
    check(dtype == first->dtype(), "cannot compute ", op.tf_name, " as input #", i,
          "(zero-based) was expected to be a ", kernel_name(first->dtype()), " tensor but is a ",
          kernel_name(dtype), " tensor");
  }
}

void check_inputs(const OpDef& op, std::span<const Tensor> inputs) {
  const bool arity_fits = op.variadic ? !inputs.empty() : inputs.size() == op.inputs.size();
  check(arity_fits, Code::type_error, op.name, " takes ", op.inputs.size(), " inputs, got ",
        inputs.size());
  for (const Tensor& input : inputs)
    check(input.defined() && input.has_data(), Code::value_error, "an input has no value");
  check_dtypes(op, inputs);
}

Device place_call(const OpDef& op, std::span<const Tensor> inputs) {
  // Views and in-place ops run where their bytes are.
  if ((op.view != nullptr || op.mutates) && !inputs.empty()) return inputs[0].device();
  const Context& current = context();
  DeviceManager& devices = runtime().devices();
  if (!current.has_scope() && devices.devices().size() == 1) return devices.devices()[0];
  return place({.op = op.tf_name,
                .has_cpu_kernel = op.kernels.cpu != nullptr,
                .has_gpu_kernel = op.kernels.cuda != nullptr,
                .scope = current.scope(),
                .devices = devices.devices(),
                .soft = devices.soft_placement()})
      .device;
}

// Inputs as the kernel wants them: on the device, row-major unless the op reads strides.
Tensor prepare(const OpDef& op, const Tensor& input, Device device) {
  if (op.mutates) {
    check(input.is_contiguous() && input.device() == device, Code::internal, op.name,
          ": in-place operand is not row-major on ", device);
    return input;
  }
  const Tensor local = copy_to(input, device);
  return op.strided ? local : contiguous(local);
}

void launch(const OpDef& op, std::span<const Tensor> inputs, const Outputs& outputs,
            const void* attrs, Device device) {
  constexpr size_t kFew = 8;
  const size_t n = inputs.size();
  Tensor few_locals[kFew];
  TensorView few_views[kFew];
  std::vector<Tensor> many_locals(n > kFew ? n : 0);
  std::vector<TensorView> many_views(n > kFew ? n : 0);
  Tensor* locals = n > kFew ? many_locals.data() : few_locals;
  TensorView* views = n > kFew ? many_views.data() : few_views;
  for (size_t i = 0; i < n; ++i) {
    locals[i] = prepare(op, inputs[i], device);
    views[i] = view_of(locals[i]);
  }
  TensorView out_views[kMaxOutputs];
  for (size_t i = 0; i < outputs.count; ++i) out_views[i] = view_of(outputs.tensors[i]);
  Backend& backend = runtime().devices().backend(device);
  const Kernel kernel = backend.kernel(op.kernels);
  check(kernel != nullptr, Code::unimplemented, op.name, " has no kernel for ", device);
  kernel(KernelContext({views, n}, {out_views, outputs.count}, attrs,
                       backend.allocator(device.index), backend.stream(device.index)));
}

void notify(const OpCall& call) {
  log_placement(call.op.tf_name, call.device);
  for (Observer* observer : context().observers()) observer->on_call(call);
}

Outputs run(const OpDef& op, std::span<const Tensor> inputs, const void* attrs) {
  check_inputs(op, inputs);
  const Device device = place_call(op, inputs);
  InferContext inferred(op, inputs, attrs);
  op.infer(inferred);
  Outputs outputs;
  if (op.view != nullptr) {
    outputs.tensors[0] = op.view(inferred);
    outputs.count = 1;
  } else {
    outputs.count = inferred.output_count();
    for (size_t i = 0; i < outputs.count; ++i)
      outputs.tensors[i] = empty(inferred.out_shape(i), inferred.out_dtype(i), device);
    launch(op, inputs, outputs, attrs, device);
  }
  notify({op, inputs, outputs.span(), attrs, device});
  return outputs;
}

}  // namespace

void log_placement(const char* tf_name, Device device) {
  if (runtime().log_device_placement()) [[unlikely]]
    log_always(cat("Executing op ", tf_name, " in device ", device));
}

Outputs call_all(const OpDef& op, std::span<const Tensor> inputs, const void* attrs) {
  try {
    return run(op, inputs, attrs);
  } catch (const Error& error) {
    if (error.code() == Code::interrupted) throw;
    std::string message = cat(op.name, ": ", error.message());
    if (!inputs.empty()) message += cat("; ", describe(op, inputs));
    if (op.attrs != nullptr) message += cat("; ", to_string(*op.attrs, attrs));
    throw Error(error.code(), cat(message, " [Op:", op.tf_name, "]"));
  }
}

}  // namespace pelton
