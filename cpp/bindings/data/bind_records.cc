// Owns what reads the bytes of records for Python: serialized examples, CSV and raw numbers, as
// steps of traces that need no Python.
#include <pybind11/stl.h>

#include "bindings/bind.h"
#include "bindings/data/csv_layout.h"
#include "bindings/gil.h"
#include "bindings/tensor/casters.h"
#include "data/examples/example_parser.h"
#include "data/examples/raw_numbers.h"
#include "program/trace/host_callback.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"

namespace pelton::bindings {
namespace {

using py::arg;

struct ParserHandle {
  std::string op;
  std::shared_ptr<const data::ExampleParser> parser;
};

using Form = data::WantedFeature::Form;
using FeatureTuple = std::tuple<std::string, std::string, DType, Shape, std::optional<Tensor>>;

// A default, where rows are read: on the CPU.
Tensor host_value(const std::optional<Tensor>& value) {
  return value ? copy_to(*value, Device{}) : Tensor();
}

Form form_of(const std::string& name) {
  if (name == "fixed") return Form::fixed;
  if (name == "padded") return Form::padded;
  return name == "sparse" ? Form::sparse : Form::ragged;
}

ParserHandle make_parser(const std::string& op, const std::vector<FeatureTuple>& features) {
  std::vector<data::WantedFeature> wanted;
  for (const auto& [key, form, dtype, shape, filler] : features)
    wanted.push_back({key, form_of(form), dtype, shape, host_value(filler)});
  return {op, std::make_shared<const data::ExampleParser>(op, std::move(wanted))};
}

// Runs `body` on one tensor of strings: now, without Python's lock where it is long, or as a step.
std::vector<Tensor> read_strings(const std::string& op, const Tensor& strings,
                                 HostCallback::Body body,
                                 std::vector<std::pair<DType, Shape>> outputs,
                                 std::string stored = {}) {
  constexpr int64_t kBytesOfOne = 512;
  if (Tracer::current() != nullptr)
    return perform(op, {strings}, std::move(body), std::move(outputs), std::move(stored));
  check_has_data(strings, op);
  return unlocked(strings.size() * kBytesOfOne, [&] { return body({&strings, 1}); });
}

std::vector<Tensor> parse(const ParserHandle& handle, const Tensor& serialized,
                          std::string stored) {
  const bool has_batch = serialized.rank() > 0;
  check(serialized.rank() <= 1, handle.op,
        ": Expected serialized to be a scalar or vector, got shape: ", serialized.shape());
  return read_strings(
      handle.op, serialized,
      [parser = handle.parser](std::span<const Tensor> given) { return parser->parse(given[0]); },
      handle.parser->outputs(has_batch, has_batch ? serialized.shape()[0] : 0), std::move(stored));
}

std::vector<Tensor> parse_lists(const ParserHandle& handle, const Tensor& serialized,
                                std::vector<bool> may_lack) {
  auto outputs = handle.parser->outputs(true, kUnknown);
  const int64_t examples = serialized.rank() == 0 ? 1 : serialized.shape()[0];
  for (size_t i = 0; i < may_lack.size(); ++i) outputs.emplace_back(DType::int64, Shape{examples});
  return read_strings(
      handle.op, serialized,
      [parser = handle.parser, may_lack = std::move(may_lack)](std::span<const Tensor> given) {
        return parser->parse_lists(given[0], may_lack);
      },
      std::move(outputs));
}

Tensor decode_raw(const Tensor& strings, DType dtype, bool is_little_endian,
                  std::optional<int64_t> length) {
  const data::RawNumbers how{dtype, is_little_endian, length};
  return read_strings("decode_raw", strings,
                      [how](std::span<const Tensor> given) {
                        return std::vector<Tensor>{data::decode_raw(given[0], how)};
                      },
                      {{dtype, data::shape_of_raw(strings.shape(), how)}})[0];
}

using ColumnTuple = std::tuple<DType, std::optional<Tensor>>;

CsvLayoutHandle make_csv_layout(const std::string& op, const std::vector<ColumnTuple>& columns,
                                std::vector<int64_t> places, char delimiter, bool has_quotes,
                                std::string na_value) {
  data::CsvLayout layout{{}, std::move(places), {delimiter, has_quotes}, std::move(na_value)};
  for (const auto& [dtype, default_value] : columns)
    layout.columns.push_back({dtype, host_value(default_value)});
  layout.check_itself(op);
  return {std::make_shared<const data::CsvLayout>(std::move(layout))};
}

std::vector<Tensor> decode_csv(const Tensor& records, const CsvLayoutHandle& handle) {
  std::vector<std::pair<DType, Shape>> outputs;
  for (const data::CsvColumn& column : handle.layout->columns)
    outputs.emplace_back(column.dtype, records.shape());
  return read_strings(
      "decode_csv", records,
      [layout = handle.layout](std::span<const Tensor> given) {
        return data::decode_csv(given[0], *layout);
      },
      std::move(outputs));
}

void bind_csv(py::module_& m) {
  py::class_<CsvLayoutHandle>(m, "CsvLayout", "What the fields of records of CSV are.");
  m.def("csv_layout", &make_csv_layout, arg("op"), arg("columns"), arg("places"), arg("delimiter"),
        arg("has_quotes"), arg("na_value"),
        "`columns`: (dtype, default or None); `places`: of the columns among the fields, or none.");
  m.def("decode_csv", &decode_csv, arg("records"), arg("layout"));
  m.def("is_csv_value", &data::is_csv_value, arg("text"), arg("dtype"));
}

}  // namespace

void bind_records(py::module_& m) {
  bind_csv(m);
  py::class_<ParserHandle>(m, "ExampleParser", "What is to be read of serialized examples.");
  m.def("example_parser", &make_parser, arg("op"), arg("features"),
        "`features`: (key, 'fixed', 'padded', 'sparse' or 'ragged', dtype, shape, default).");
  m.def("parse_examples", &parse, arg("parser"), arg("serialized"), arg("stored") = "",
        "The tensors of all features in order; of sparse ones three, of ragged ones two.\n"
        "`stored`: what files say of this work, see pelton.host.stored_works.");
  m.def("parse_feature_lists", &parse_lists, arg("parser"), arg("serialized"), arg("may_lack"),
        "The tensors of all features, then how many of each an example has.");
  m.def("decode_raw", &decode_raw, arg("strings"), arg("dtype"), arg("is_little_endian"),
        arg("length"));
}

}  // namespace pelton::bindings
