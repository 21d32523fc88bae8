#include "bindings/nn/python_loss.h"

#include "bindings/gil.h"
#include "bindings/half_made.h"
#include "bindings/text.h"
#include "nn/losses/loss_list.h"
#include "nn/training/match_rank.h"
#include "runtime/dispatch/context.h"

namespace pelton::bindings {
namespace {

std::string name_of(const py::function& function) {
  return str_text(py::getattr(function, "__name__", py::type::of(function).attr("__name__")));
}

LossConfig named(LossConfig config, const py::function& function) {
  if (!config.name) config.name = name_of(function);
  return config;
}

}  // namespace

Tensor loss_values(const std::string& loss, const py::object& returned) {
  return returned_tensor(cat("loss '", loss, "'"), returned);
}

FunctionLoss::FunctionLoss(py::function function, const LossConfig& config)
    : Loss(named(config, function), ""), function_(std::move(function)) {}

FunctionLoss::~FunctionLoss() {
  const GilTaken gil;
  function_ = py::function();
}

Loss::Values FunctionLoss::call(const Tensor& y_true, const Tensor& y_pred) {
  const GilTaken gil;
  notify_host_callback(name());
  Tensor target = y_true;
  Tensor prediction = y_pred;
  match_rank(target, prediction);
  return {loss_values(name(), function_(target, prediction)), {}};
}

std::shared_ptr<Loss> to_loss(py::handle identifier) {
  if (identifier.is_none()) return nullptr;
  if (py::isinstance<Loss>(identifier)) return made(identifier.cast<std::shared_ptr<Loss>>());
  if (py::isinstance<py::str>(identifier)) return get_loss(identifier.cast<std::string>());
  if (py::isinstance<py::dict>(identifier)) {
    const auto found = py::module_::import("pelton.keras.losses").attr("deserialize")(identifier);
    return found.cast<std::shared_ptr<Loss>>();
  }
  if (PyType_Check(identifier.ptr()) && py::hasattr(identifier, "get_config"))
    return to_loss(identifier());
  if (PyCallable_Check(identifier.ptr()) == 0)
    raise(Code::value_error, "Could not interpret loss identifier: ", str_text(identifier));
  // One of the module's own functions: the C++ loss itself, without Python between.
  if (str_text(py::getattr(identifier, "__module__", py::str(""))) == "pelton.keras.losses")
    if (auto own = find_loss(str_text(identifier.attr("__name__")))) return own;
  return std::make_shared<FunctionLoss>(py::reinterpret_borrow<py::function>(identifier),
                                        LossConfig{});
}

}  // namespace pelton::bindings
