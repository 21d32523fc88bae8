#include "data/csv/csv_rows.h"

#include <exception>

#include "data/file_names.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/work_gate.h"

namespace pelton::data {
namespace {

constexpr int64_t kRowsAtOnce = 256;

// Rows are read many at once into columns, of which a batch is gathered at once.
class CsvPass : public Iterator {
 public:
  CsvPass(const DatasetRef& names, OpenFile open, std::shared_ptr<const CsvLayout> layout,
          bool has_header)
      : files_(names->iterate()),
        open_(std::move(open)),
        layout_(std::move(layout)),
        has_header_(has_header) {}

  bool next(Element& out) override {
    while (rows_ == nullptr || at_ == rows_->rows) {
      rows_.reset();
      if (error_ != nullptr) std::rethrow_exception(std::exchange(error_, nullptr));
      if (!has_file() && !open_next()) return false;
      read();
    }
    out = Element(rows_, at_++);
    return true;
  }

 private:
  bool has_file() const { return records_ != nullptr; }

  bool open_next() {
    Element name;
    if (!files_->next(name)) return false;
    const AtWork at_work;
    file_ = file_name(name);
    records_ = std::make_unique<CsvRecords>(open_(file_), layout_->form);
    std::string_view header;
    if (has_header_) records_->next(header);
    return true;
  }

  // Fills rows_ with what fits; what does not is raised when they are given.
  void read() {
    poll_interrupt();
    const AtWork at_work;
    CsvTable table(*layout_, {kRowsAtOnce});
    int64_t count = 0;
    try {
      std::string_view record;
      for (; count < kRowsAtOnce; ++count) {
        if (!records_->next(record)) {
          records_.reset();
          break;
        }
        table.set(count, record);
      }
    } catch (const Error& error) {
      error_ = std::make_exception_ptr(in_file(error, file_));
      if (error.code() != Code::invalid_argument) records_.reset();
    } catch (...) {  // of a file that Python reads
      error_ = std::current_exception();
      records_.reset();
    }
    rows_ = std::make_shared<const Slices>(Slices{table.take(), count});
    at_ = 0;
  }

  IteratorRef files_;
  const OpenFile open_;
  const std::shared_ptr<const CsvLayout> layout_;
  const bool has_header_;
  std::string file_;
  std::unique_ptr<CsvRecords> records_;
  SlicesRef rows_;
  int64_t at_ = 0;
  std::exception_ptr error_;
};

}  // namespace

DatasetRef csv_rows(DatasetRef names, OpenFile open, CsvLayout layout, bool has_header) {
  layout.check_itself("CsvDataset");
  auto held = std::make_shared<const CsvLayout>(std::move(layout));
  return make_dataset({"Csv", {names}}, kUnknownCardinality,
                      [=] { return std::make_unique<CsvPass>(names, open, held, has_header); });
}

}  // namespace pelton::data
