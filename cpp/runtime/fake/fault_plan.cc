#include "runtime/fake/fault_plan.h"

#include <array>
#include <charconv>
#include <vector>

namespace pelton::fake {
namespace {

struct CodeName {
  std::string_view name;
  Code code;
};

constexpr CodeName kCodes[] = {
    {"invalid_argument", Code::invalid_argument},
    {"not_found", Code::not_found},
    {"out_of_range", Code::out_of_range},
    {"resource_exhausted", Code::resource_exhausted},
    {"unimplemented", Code::unimplemented},
    {"internal", Code::internal},
    {"failed_precondition", Code::failed_precondition},
    {"device_lost", Code::device_lost},
};
constexpr std::array<std::string_view, 4> kCalls{"allocate", "launch", "copy", "synchronize"};

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  size_t at = 0;
  while (at <= text.size()) {
    const size_t colon = std::min(text.find(':', at), text.size());
    parts.push_back(text.substr(at, colon - at));
    at = colon + 1;
  }
  return parts;
}

std::optional<Call> parse_call(std::string_view text) {
  if (text == "any") return std::nullopt;
  for (size_t i = 0; i < kCalls.size(); ++i)
    if (kCalls[i] == text) return static_cast<Call>(i);
  raise(Code::value_error, "a fake GPU's fault names the call '", text,
        "'; known are any, allocate, launch, copy, synchronize");
}

Code parse_code(std::string_view text) {
  for (const CodeName& row : kCodes)
    if (row.name == text) return row.code;
  raise(Code::value_error, "a fake GPU's fault names the code '", text, "', which is none");
}

}  // namespace

Fault parse_fault(std::string_view text) {
  const auto parts = split(text);
  check(parts.size() == 3 || (parts.size() == 4 && parts[3] == "sticky"), Code::value_error,
        "a fake GPU's fault must read call:k:code or call:k:code:sticky, got '", text, "'");
  Fault fault;
  fault.call = parse_call(parts[0]);
  const auto [end, error] =
      std::from_chars(parts[1].data(), parts[1].data() + parts[1].size(), fault.at);
  check(error == std::errc{} && end == parts[1].data() + parts[1].size() && fault.at >= 1,
        Code::value_error, "a fake GPU's fault counts calls from 1, got '", parts[1], "'");
  fault.code = parse_code(parts[2]);
  fault.sticky = parts.size() == 4;
  return fault;
}

void FaultPlan::set(std::optional<Fault> fault) {
  std::lock_guard lock(mutex_);
  fault_ = fault;
  seen_ = 0;
  lost_.clear();
}

void FaultPlan::on_call(Call call, std::string_view device) {
  std::lock_guard lock(mutex_);
  if (!lost_.empty()) raise(Code::device_lost, device, " is lost: ", lost_);
  if (!fault_ || (fault_->call && *fault_->call != call)) return;
  if (++seen_ != fault_->at) return;
  const std::string reason = cat("injected fault: call ", seen_, " (",
                                 kCalls[static_cast<size_t>(call)], ") on ", device, " failed");
  if (fault_->sticky || fault_->code == Code::device_lost) lost_ = reason;
  throw Error(fault_->code, reason);
}

}  // namespace pelton::fake
