#include "data/csv/csv_text.h"

#include <cstdint>

#include "core/error.h"

namespace pelton::data {

std::string_view CsvFields::quoted() {
  unquoted_.clear();
  size_t begin = 1;
  while (true) {
    const size_t quote = rest_.find('"', begin);
    check(quote != std::string_view::npos, "Quoted field has to end with quote");
    const bool is_doubled = quote + 1 < rest_.size() && rest_[quote + 1] == '"';
    unquoted_.append(rest_.substr(begin, quote - begin + (is_doubled ? 1 : 0)));
    begin = quote + (is_doubled ? 2 : 1);
    if (!is_doubled) break;
  }
  rest_.remove_prefix(begin);
  check(rest_.empty() || rest_[0] == form_.delimiter,
        "Quoted field has to end with quote followed by delim or end");
  return unquoted_;
}

bool CsvFields::next(std::string_view& field) {
  if (has_ended_) return false;
  if (form_.has_quotes && !rest_.empty() && rest_[0] == '"') {
    field = quoted();
  } else {
    field = rest_.substr(0, rest_.find(form_.delimiter));
    check(!form_.has_quotes || field.find_first_of("\"\r\n") == std::string_view::npos,
          "Unquoted fields cannot have quotes/CRLFs inside: ", field);
    rest_.remove_prefix(field.size());
  }
  has_ended_ = rest_.empty();
  if (!has_ended_) rest_.remove_prefix(1);
  return true;
}

CsvRecords::CsvRecords(std::unique_ptr<ByteSource> source, CsvForm form)
    : reader_(std::move(source)), form_(form) {}

// Where the record that begins in lines_ ends: at a return, or with the lines. Quotes open at the
// beginning of a field, and again where they have just closed, which makes them doubled ones.
size_t CsvRecords::end_of_record() {
  bool is_quoted = false;
  size_t opens_at = begin_;
  for (size_t at = begin_;; ++at) {
    at = lines_.find_first_of(is_quoted ? "\"" : form_.has_quotes ? "\"\r" : "\r", at);
    if (at == std::string::npos) {
      if (!is_quoted) return lines_.size();
      at = lines_.size();
      lines_.push_back('\n');
      if (!reader_.append_line(lines_)) {
        begin_ = lines_.size();
        raise(Code::invalid_argument, "Reached end of file without closing quoted field in record");
      }
    } else if (lines_[at] == '\r') {
      return at;
    } else if (is_quoted) {
      is_quoted = false;
      opens_at = at + 1;
    } else {
      is_quoted = at == opens_at || lines_[at - 1] == form_.delimiter;
    }
  }
}

bool CsvRecords::next(std::string_view& record) {
  if (begin_ >= lines_.size()) {
    lines_.clear();
    begin_ = 0;
    if (!reader_.append_line(lines_)) return false;
  }
  const size_t begin = begin_, end = end_of_record();
  begin_ = end + 1;  // behind the return
  record = std::string_view(lines_).substr(begin, end - begin);
  return true;
}

std::vector<std::string> first_csv_row(std::unique_ptr<ByteSource> source, CsvForm form) {
  CsvRecords records(std::move(source), form);
  std::vector<std::string> out;
  std::string_view record, field;
  if (!records.next(record)) return out;
  for (CsvFields fields(record, form); fields.next(field);) out.emplace_back(field);
  return out;
}

}  // namespace pelton::data
