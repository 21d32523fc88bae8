// Owns _core.data: the nodes of pipelines, made by functions named as Dataset's methods.
#include <pybind11/stl.h>

#include "bindings/bind.h"
#include "bindings/data/csv_layout.h"
#include "bindings/data/user_functions.h"
#include "bindings/gil.h"
#include "bindings/tensor/casters.h"
#include "data/batching.h"
#include "data/cache.h"
#include "data/crc32c.h"
#include "data/csv/csv_rows.h"
#include "data/mapping.h"
#include "data/prefetch.h"
#include "data/record_files.h"
#include "data/settings.h"
#include "data/shuffle.h"
#include "data/sources.h"
#include "data/transforms.h"
#include "data/workers.h"

namespace pelton::bindings {
namespace {

using py::arg;

// A function of a pipeline as Python holds it.
struct FunctionHandle {
  data::FunctionRef function;
};

std::vector<Tensor> tensors_of(const data::Components& parts) {
  std::vector<Tensor> out;
  for (const data::Component& part : parts) out.push_back(part.tensor);
  return out;
}

void warn_of_ignored(const std::string& message) {
  const GilTaken gil;
  if (PyErr_WarnEx(PyExc_RuntimeWarning, cat("an element is left out: ", message).c_str(), 1) != 0)
    throw py::error_already_set();
}

// Python's, but for what ends the program.
bool is_of_functions(const std::exception& error) {
  const auto* const raised = dynamic_cast<const py::error_already_set*>(&error);
  if (raised == nullptr) return false;
  const GilTaken gil;
  return raised->matches(PyExc_Exception);
}

void bind_types(py::module_& m) {
  bind_passes(m);
  py::class_<FunctionHandle>(m, "Callback", "What transformations call.");
  m.def(
      "traced_function",
      [](const ConcreteTrace& trace, std::vector<bool> are_tensors, std::string title) {
        return FunctionHandle{std::make_shared<const TracedFunction>(
            trace.record, std::move(are_tensors), std::move(title))};
      },
      arg("trace"), arg("are_tensors"), arg("title"));
  m.def(
      "python_function",
      [](py::object function, std::string title) {
        return FunctionHandle{
            std::make_shared<const PythonFunction>(std::move(function), std::move(title))};
      },
      arg("function"), arg("title"));
}

std::vector<data::DatasetRef> datasets_of(const std::vector<DatasetNode>& nodes) {
  std::vector<data::DatasetRef> out;
  for (const DatasetNode& node : nodes) out.push_back(node.dataset);
  return out;
}

void bind_sources(py::module_& m) {
  m.def(
      "from_tensors",
      [](py::handle leaves) { return DatasetNode{data::from_tensors(to_components(leaves))}; },
      arg("leaves"));
  m.def(
      "from_tensor_slices",
      [](py::handle leaves) {
        return DatasetNode{data::from_tensor_slices(tensors_of(to_components(leaves)))};
      },
      arg("leaves"));
  m.def(
      "range",
      [](int64_t start, int64_t stop, int64_t step, DType dtype) {
        return DatasetNode{data::from_range(start, stop, step, dtype)};
      },
      arg("start"), arg("stop"), arg("step"), arg("dtype"));
  m.def(
      "random",
      [](uint64_t key, uint64_t offset, bool rerandomizes) {
        return DatasetNode{data::random_words({key, offset}, rerandomizes)};
      },
      arg("key"), arg("offset"), arg("rerandomizes"));
  m.def(
      "from_python",
      [](py::object begin, int64_t cardinality, std::string kind,
         const std::vector<DatasetNode>& inputs) {
        return DatasetNode{
            from_python(std::move(begin), cardinality, {std::move(kind), datasets_of(inputs)})};
      },
      arg("begin"), arg("cardinality"), arg("kind") = "python",
      arg("inputs") = std::vector<DatasetNode>());
}

// Of who looks at no element.
void bind_choices(py::module_& m) {
  using Node = const DatasetNode&;
  const auto def = [&m](const char* name, auto make, auto... arguments) {
    m.def(name, make, arg("input"), arguments...);
  };
  def(
      "take", [](Node n, int64_t count) { return DatasetNode{take(n.dataset, count)}; },
      arg("count"));
  def(
      "skip", [](Node n, int64_t count) { return DatasetNode{skip(n.dataset, count)}; },
      arg("count"));
  def(
      "repeat", [](Node n, int64_t count) { return DatasetNode{repeat(n.dataset, count)}; },
      arg("count"));
  def(
      "with_settings",
      [](Node n, int64_t threads, int64_t chosen_calls, bool loops_alone) {
        return DatasetNode{with_settings(n.dataset, {threads, chosen_calls, loops_alone})};
      },
      arg("threads"), arg("chosen_calls"), arg("loops_alone"));
  def(
      "shard",
      [](Node n, int64_t shards, int64_t index) {
        return DatasetNode{shard(n.dataset, shards, index)};
      },
      arg("shards"), arg("index"));
  def(
      "concatenate", [](Node a, Node b) { return DatasetNode{concatenate(a.dataset, b.dataset)}; },
      arg("other"));
  m.def(
      "zip",
      [](const std::vector<DatasetNode>& inputs) {
        return DatasetNode{data::zip(datasets_of(inputs))};
      },
      arg("inputs"));
}

void bind_order(py::module_& m) {
  using Node = const DatasetNode&;
  m.def(
      "shuffle",
      [](Node n, int64_t buffer, uint64_t key, uint64_t offset, bool reshuffles) {
        return DatasetNode{shuffle(n.dataset, buffer, {key, offset}, reshuffles)};
      },
      arg("input"), arg("buffer"), arg("key"), arg("offset"), arg("reshuffles"));
  m.def(
      "cache", [](Node n) { return DatasetNode{cache(n.dataset)}; }, arg("input"));
  m.def(
      "prefetch", [](Node n, int64_t ahead) { return DatasetNode{prefetch(n.dataset, ahead)}; },
      arg("input"), arg("ahead"));
  m.def(
      "ignore_errors",
      [](Node n, bool warns) {
        return DatasetNode{
            ignore_errors(n.dataset, {&is_of_functions, warns ? &warn_of_ignored : nullptr})};
      },
      arg("input"), arg("warns"));
  m.def(
      "assert_cardinality",
      [](Node n, int64_t count) { return DatasetNode{assert_cardinality(n.dataset, count)}; },
      arg("input"), arg("count"));
}

void bind_batching(py::module_& m) {
  using Node = const DatasetNode&;
  m.def(
      "batch",
      [](Node n, int64_t size, bool drops) { return DatasetNode{batch(n.dataset, size, drops)}; },
      arg("input"), arg("size"), arg("drops_remainder"));
  m.def(
      "padded_batch",
      [](Node n, int64_t size, bool drops, std::vector<Shape> shapes, py::handle values) {
        data::Padding padding{std::move(shapes), tensors_of(to_components(values))};
        return DatasetNode{padded_batch(n.dataset, size, drops, std::move(padding))};
      },
      arg("input"), arg("size"), arg("drops_remainder"), arg("shapes"), arg("values"));
  m.def(
      "unbatch", [](Node n, int64_t rows) { return DatasetNode{unbatch(n.dataset, rows)}; },
      arg("input"), arg("rows"));
  m.def(
      "rebatch",
      [](Node n, int64_t size, bool drops) { return DatasetNode{rebatch(n.dataset, size, drops)}; },
      arg("input"), arg("size"), arg("drops_remainder"));
  m.def(
      "window",
      [](Node n, int64_t size, int64_t shift, int64_t stride, bool drops) {
        return DatasetNode{window(n.dataset, size, shift, stride, drops)};
      },
      arg("input"), arg("size"), arg("shift"), arg("stride"), arg("drops_remainder"));
}

void bind_mapping(py::module_& m) {
  using Node = const DatasetNode&;
  using Called = const FunctionHandle&;
  m.def(
      "map", [](Node n, Called f) { return DatasetNode{map(n.dataset, f.function)}; }, arg("input"),
      arg("function"));
  m.def(
      "parallel_map",
      [](Node n, Called f, int64_t calls) {
        return DatasetNode{parallel_map(n.dataset, f.function, calls)};
      },
      arg("input"), arg("function"), arg("calls"));
  m.def(
      "filter", [](Node n, Called f) { return DatasetNode{filter(n.dataset, f.function)}; },
      arg("input"), arg("predicate"));
  m.def(
      "take_while", [](Node n, Called f) { return DatasetNode{take_while(n.dataset, f.function)}; },
      arg("input"), arg("predicate"));
  m.def(
      "interleave",
      [](Node n, Called f, int64_t cycle, int64_t block) {
        return DatasetNode{interleave(n.dataset, f.function, cycle, block)};
      },
      arg("input"), arg("function"), arg("cycle"), arg("block"));
}

// Files opened by Python: open(name) gives an object with read(count) -> bytes.
class __attribute__((visibility("hidden"))) PythonBytes : public data::ByteSource {
 public:
  explicit PythonBytes(py::object file) : file_(std::move(file)) {}
  ~PythonBytes() override {
    const GilTaken gil;
    file_ = py::object();
  }
  size_t read(char* to, size_t count) override {
    const GilTaken gil;
    const std::string bytes = py::bytes(file_.attr("read")(count));
    check(bytes.size() <= count, Code::internal, "a file gave more bytes than were asked for");
    std::copy(bytes.begin(), bytes.end(), to);
    return bytes.size();
  }

 private:
  py::object file_;
};

// None: the engine's own.
data::OpenFile opener_of(const py::object& open) {
  if (open.is_none()) return &data::open_file;
  return [held = HeldObject::share(open)](const std::string& name) {
    const GilTaken gil;
    return std::make_unique<PythonBytes>(held->get()(py::bytes(name).attr("decode")()));
  };
}

void bind_csv_files(py::module_& m) {
  m.def(
      "csv_rows",
      [](const DatasetNode& names, const py::object& open, const CsvLayoutHandle& handle,
         bool has_header) {
        return DatasetNode{csv_rows(names.dataset, opener_of(open), *handle.layout, has_header)};
      },
      arg("names"), arg("open"), arg("layout"), arg("has_header"));
  m.def(
      "csv_first_row",
      [](const std::string& name, const py::object& open, char delimiter, bool has_quotes) {
        py::list fields;
        for (const auto& field :
             data::first_csv_row(opener_of(open)(name), {delimiter, has_quotes}))
          fields.append(py::bytes(field));
        return fields;
      },
      arg("name"), arg("open"), arg("delimiter"), arg("has_quotes"));
}

void bind_files(py::module_& m) {
  bind_csv_files(m);
  m.def(
      "tf_records",
      [](const DatasetNode& names, const py::object& open) {
        return DatasetNode{tf_records(names.dataset, opener_of(open))};
      },
      arg("names"), arg("open"));
  m.def(
      "text_lines",
      [](const DatasetNode& names, const py::object& open) {
        return DatasetNode{text_lines(names.dataset, opener_of(open))};
      },
      arg("names"), arg("open"));
  m.def(
      "fixed_length_records",
      [](const DatasetNode& names, const py::object& open, size_t length, size_t head,
         size_t foot) {
        return DatasetNode{
            fixed_length_records(names.dataset, opener_of(open), {length, head, foot})};
      },
      arg("names"), arg("open"), arg("length"), arg("head"), arg("foot"));
  m.def(
      "masked_crc32c",
      [](const std::string& bytes) { return data::masked_crc32c(bytes.data(), bytes.size()); },
      arg("bytes"));
}

}  // namespace

void bind_data(py::module_& module) {
  if (py::hasattr(module, "data")) return;
  py::module_ m = module.def_submodule("data", "Pipelines of elements.");
  bind_types(m);
  bind_sources(m);
  bind_choices(m);
  bind_order(m);
  bind_batching(m);
  bind_mapping(m);
  bind_records(m);  // first: bind_files() takes its layouts
  bind_files(m);
  py::module_::import("atexit").attr("register")(
      py::cpp_function([] { data::Workers::leave_to_process(); }));
}

}  // namespace pelton::bindings
