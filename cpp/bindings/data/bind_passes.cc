// Owns passes as Python has them, and what nodes tell of themselves.
#include <pybind11/stl.h>

#include <mutex>

#include "bindings/bind.h"
#include "bindings/data/components.h"
#include "bindings/gil.h"
#include "bindings/tensor/nest.h"
#include "data/position.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"
#include "runtime/threads/interrupt.h"

namespace pelton::bindings {
namespace {

using py::arg;

// A pass whose elements are packed like `structure`; `wrap(place, node)` makes a leaf of a dataset.
class __attribute__((visibility("hidden"))) PythonPass {
 public:
  PythonPass(const DatasetNode& node, py::object structure, py::object wrap)
      : dataset_(node.dataset), structure_(std::move(structure)), wrap_(std::move(wrap)) {
    const GilGivenUp given_up;
    begin(data::draw_stream_of_pass());
  }

  py::object next() {
    Tracer::refuse_all("iterating over a dataset gives other elements each time");
    data::Element element;
    if (!advance(element)) throw py::stop_iteration();
    std::vector<py::object> leaves;
    for (const data::Component& part : element.parts()) {
      py::object leaf = to_leaf(part);
      leaves.push_back(part.dataset == nullptr ? std::move(leaf) : wrap_(leaves.size(), leaf));
    }
    return pack(structure_, leaves);
  }

  // What the pass began from, how many elements it has given, and how many errors.
  std::tuple<std::vector<uint64_t>, int64_t, int64_t> position() {
    const GilGivenUp given_up;
    const std::lock_guard lock(mutex_);
    return {state_.origin, state_.given, state_.errors};
  }

  // Goes on where a pass over such a pipeline was.
  void resume(const std::vector<uint64_t>& origin, int64_t given, int64_t errors) {
    check(given >= 0 && errors >= 0, "the position of an iterator is damaged");
    const GilGivenUp given_up;
    const PauseObservers unseen;
    const std::lock_guard lock(mutex_);
    const std::vector<uint64_t> now = data::origin_of(*dataset_, {});
    State before = std::exchange(state_, State());
    try {
      begin(data::restore_origin(*dataset_, origin));
      if (errors > 0)
        repeat_steps(given + errors);
      else
        skip(given);
    } catch (...) {
      state_ = std::move(before);
      data::restore_origin(*dataset_, now);
      throw;
    }
  }

  // Has later passes give what they would have given without this one, which is over.
  void take_back() {
    const GilGivenUp given_up;
    const std::lock_guard lock(mutex_);
    state_.pass.reset();  // and what it begins ahead
    state_.is_over = true;
    data::restore_origin(*dataset_, state_.origin);
  }

 private:
  struct State {
    bool is_over = false;
    data::PassStreams streams{{}};
    std::vector<uint64_t> origin;
    int64_t given = 0, errors = 0;
    data::IteratorRef pass;
  };

  void begin(RandomStream stream) {
    state_.streams = data::PassStreams(stream);
    state_.origin = data::origin_of(*dataset_, stream);
    state_.pass = data::begin_pass(*dataset_, state_.streams);
    state_.is_over = false;
    state_.given = state_.errors = 0;
  }

  bool advance(data::Element& element) {
    const GilGivenUp given_up;
    const PauseObservers unseen;
    const std::lock_guard lock(mutex_);
    return step(element);
  }

  bool step(data::Element& element) {
    if (state_.is_over) return false;
    const data::PassScope scope(state_.streams);
    try {
      state_.is_over = !state_.pass->next(element);
    } catch (...) {
      ++state_.errors;
      throw;
    }
    if (state_.is_over) state_.pass.reset();
    element.parts();
    if (!state_.is_over) ++state_.given;
    return !state_.is_over;
  }

  // Elements that raised no error need not all be made again.
  void skip(int64_t count) {
    const data::PassScope scope(state_.streams);
    state_.given = state_.pass->skip(count);
    state_.is_over = state_.given < count;
  }

  void repeat_steps(int64_t count) {
    data::Element element;
    for (int64_t done = 0; done < count; ++done) {
      poll_interrupt_at(done);
      try {
        if (!step(element)) return;
      } catch (const Error& error) {
        if (error.code() == Code::interrupted) throw;
      } catch (py::error_already_set& error) {
        const GilTaken gil;
        if (!error.matches(PyExc_Exception)) throw;
      }
    }
  }

  const data::DatasetRef dataset_;
  py::object structure_, wrap_;
  std::mutex mutex_;
  State state_;
};

std::vector<DatasetNode> inputs_of(const DatasetNode& node) {
  std::vector<DatasetNode> out;
  for (const data::DatasetRef& input : node.dataset->info().inputs) out.push_back({input});
  return out;
}

void bind_node(py::module_& m) {
  using data::Measurement;
  py::class_<Measurement, std::shared_ptr<Measurement>>(m, "Measurement", "Of passes over a node.")
      .def_property_readonly("elements",
                             [](const Measurement& measured) { return measured.elements.load(); })
      .def_property_readonly(
          "nanoseconds", [](const Measurement& measured) { return measured.nanoseconds.load(); })
      .def_property_readonly("busy_ns",
                             [](const Measurement& measured) { return measured.busy_ns.load(); })
      .def_property_readonly("calls",
                             [](const Measurement& measured) { return measured.calls.load(); })
      .def_property_readonly("ready",
                             [](const Measurement& measured) { return measured.ready.load(); })
      .def_property_readonly("room",
                             [](const Measurement& measured) { return measured.room.load(); });
  py::class_<DatasetNode>(m, "Node", "A pipeline.")
      .def_property_readonly("cardinality",
                             [](const DatasetNode& node) { return node.dataset->cardinality(); })
      .def_property_readonly("kind",
                             [](const DatasetNode& node) { return node.dataset->info().kind; })
      .def_property_readonly("detail",
                             [](const DatasetNode& node) { return node.dataset->info().detail; })
      .def_property_readonly("inputs", &inputs_of)
      .def("__eq__",
           [](const DatasetNode& a, const DatasetNode& b) { return a.dataset == b.dataset; })
      .def("__hash__",
           [](const DatasetNode& node) {
             return std::hash<const data::Dataset*>()(node.dataset.get());
           })
      .def("measure",
           [](const DatasetNode& node) {
             auto made = std::make_shared<Measurement>();
             node.dataset->measure(made);
             return made;
           })
      .def("stop_measuring", [](const DatasetNode& node) { node.dataset->measure(nullptr); });
}

// Two seeds for a dataset that a function of a pipeline makes: they follow from the pass and the
// element. None elsewhere.
py::object seeds_in_function() {
  RandomFork* const fork = RandomFork::current();
  if (fork == nullptr) return py::none();
  const RandomStream first = fork->draw({}), second = fork->draw(1);
  return py::make_tuple(static_cast<uint64_t>(first.key) + static_cast<uint64_t>(first.offset),
                        static_cast<uint64_t>(second.key) + static_cast<uint64_t>(second.offset));
}

}  // namespace

void bind_passes(py::module_& m) {
  bind_node(m);
  m.def("seeds_in_function", &seeds_in_function);
  py::class_<PythonPass>(m, "Pass", "A pass over a pipeline.")
      .def(py::init<const DatasetNode&, py::object, py::object>(), arg("node"), arg("structure"),
           arg("wrap"))
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &PythonPass::next)
      .def("position", &PythonPass::position,
           "What the pass began from, how many elements it has given, and how many errors.")
      .def("resume", &PythonPass::resume, arg("origin"), arg("given"), arg("errors"))
      .def("take_back", &PythonPass::take_back,
           "Has later passes give what they would have given without this one, which is over.");
}

}  // namespace pelton::bindings
