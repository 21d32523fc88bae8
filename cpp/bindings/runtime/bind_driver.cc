// Owns what `pelton.doctor` asks of the machine: the driver's report and where libraries are.
#include <pybind11/stl.h>

#include "bindings/gil.h"
#include "bindings/runtime/bind_devices.h"
#include "runtime/cuda/plugin.h"
#include "runtime/loading/cuda_driver.h"
#include "runtime/loading/library_search.h"

namespace pelton::bindings {
namespace {

namespace py = pybind11;

py::dict describe_card(const DriverCard& card) {
  py::dict out = describe(card.properties);
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

// What this build would use of CUDA's libraries; nothing without CUDA.
std::span<const cuda::LibraryTable* const> library_tables() {
  const cuda::CudaPlugin* const plugin = cuda::open_plugin();
  return plugin == nullptr ? std::span<const cuda::LibraryTable* const>{} : plugin->libraries;
}

int runtime_version() {
  const cuda::CudaPlugin* const plugin = cuda::open_plugin();
  return plugin == nullptr ? 0 : plugin->runtime_version;
}

// (file name, pip's requirement, symbols) of each.
py::list describe_libraries() {
  py::list out;
  for (const cuda::LibraryTable* table : library_tables())
    out.append(
        py::make_tuple(table->file_name, table->requirement,
                       std::vector<std::string>(table->symbols.begin(), table->symbols.end())));
  return out;
}

std::string open_library(const std::string& file_name) {
  for (const cuda::LibraryTable* table : library_tables())
    if (file_name == table->file_name) {
      std::vector<void*> addresses(table->symbols.size());
      return cuda::open_library(*table, addresses);
    }
  raise(Code::not_found, "this build uses no library ", file_name);
}

// Where pip puts packages, of the folders that Python imports from.
std::vector<std::string> package_folders() {
  const GilTaken gil;
  std::vector<std::string> out;
  for (const py::handle entry : py::module_::import("sys").attr("path")) {
    if (!py::isinstance<py::str>(entry)) continue;
    const auto folder = entry.cast<std::string>();
    if (folder.ends_with("site-packages") || folder.ends_with("dist-packages"))
      out.push_back(folder);
  }
  return out;
}

}  // namespace

void bind_driver(py::module_& m) {
  set_site_packages(&package_folders);
  m.attr("is_cuda_build") = cuda::has_plugin();
  m.def("inspect_driver", &describe_driver, "What NVIDIA's driver says; makes no CUDA context.");
  m.def(
      "find_library",
      [](const std::string& file_name, const std::vector<std::string>& site_packages) {
        const FoundLibrary found = find_library(file_name, site_packages);
        return py::make_tuple(found.path, found.source);
      },
      "Path of a shared library and where it was found, empty when it was not.");
  m.def(
      "site_packages", [] { return site_packages(); },
      "Where the engine looks for NVIDIA's wheels.");
  m.def(
      "set_site_packages",
      [](std::vector<std::string> folders) {
        set_site_packages([folders = std::move(folders)] { return folders; });
      },
      "Has the engine look for NVIDIA's wheels in these folders.");
  m.def("cuda_runtime_version", &runtime_version,
        "Version of the CUDA runtime in this build, 13000 for 13.0; 0 without CUDA.");
  m.def("cuda_libraries", &describe_libraries,
        "(file name, requirement for pip, symbols) of each library that this build would use.");
  m.def("open_cuda_library", &open_library,
        "Path of a library of cuda_libraries(), opened with all its symbols; raises if it cannot.");
}

}  // namespace pelton::bindings
