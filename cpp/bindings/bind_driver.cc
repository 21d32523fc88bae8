// Owns what `pelton.doctor` asks of the machine: the driver's report and where libraries are.
#include <pybind11/stl.h>

#include "bindings/bind_devices.h"
#include "runtime/cuda_driver.h"
#include "runtime/library_search.h"

namespace pelton::bindings {
namespace {

namespace py = pybind11;

py::dict describe_card(const DriverCard& card) {
  py::dict out;
  out["name"] = card.name;
  out["pci_bus_id"] = card.pci_bus_id;
  out["compute_capability"] = card.compute_capability;
  out["total_memory"] = card.total_memory;
  out["free_memory"] = card.free_memory;
  return out;
}

py::dict describe_driver() {
  const DriverReport report = inspect_driver();
  py::dict out;
  out["has_device_file"] = report.has_device_file;
  out["library"] = report.library;
  out["version"] = report.version;
  out["cuda_version"] = report.cuda_version;
  out["error"] = report.error;
  py::list cards;
  for (const DriverCard& card : report.cards) cards.append(describe_card(card));
  out["cards"] = cards;
  return out;
}

}  // namespace

void bind_driver(py::module_& m) {
  m.attr("is_cuda_build") = static_cast<bool>(PELTON_WITH_CUDA);
  m.def("inspect_driver", &describe_driver, "What NVIDIA's driver says; makes no CUDA context.");
  m.def(
      "find_library",
      [](const std::string& file_name, const std::vector<std::string>& site_packages) {
        const FoundLibrary found = find_library(file_name, site_packages);
        return py::make_tuple(found.path, found.source);
      },
      "Path of a shared library and where it was found, empty when it was not.");
}

}  // namespace pelton::bindings
