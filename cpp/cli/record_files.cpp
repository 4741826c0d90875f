#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "bad_input.hpp"
#include "class_report.hpp"
#include "json_text.hpp"
#include "parallel.hpp"
#include "posenc/argument.hpp"

// The files of a folder, each with its record or why it has none.

namespace {

namespace fs = std::filesystem;

/// Far more than the page exports.
constexpr std::uintmax_t most_bytes = 50'000'000;

/// The text of a file. Throws BadInput with the reason if it cannot be read.
std::string text_of(const fs::path& path) {
  std::error_code unknown;
  const auto status = fs::status(path, unknown);
  // A device or a pipe might never end.
  if (!fs::is_regular_file(status)) {
    throw BadInput(fs::is_directory(status) ? "a folder, not a file" : "a device, not a file");
  }
  if (fs::file_size(path, unknown) > most_bytes) {
    throw BadInput("must have at most " + std::to_string(most_bytes) + " bytes but has " +
                   std::to_string(fs::file_size(path, unknown)));
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file.is_open() || (file.peek() != EOF && !(text << file.rdbuf())) || file.bad()) {
    throw BadInput("cannot be read");
  }
  return std::move(text).str();
}

std::vector<std::string> json_files_in(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw BadInput("report needs a folder but " + posenc::quote(folder.string()) +
                   (fs::exists(folder, error) ? " is not one" : " does not exist"));
  }
  std::vector<std::string> names;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (const std::string name = entry->path().filename().string(); is_json_file(name)) {
      names.push_back(name);
    }
  }
  if (error) throw BadInput("cannot read the folder " + posenc::quote(folder.string()));
  std::ranges::sort(names);
  return names;
}

}  // namespace

RecordFile read_record(std::string name, const std::string& text) {
  RecordFile file{.name = std::move(name),
                  .record = std::nullopt,
                  .fault = "",
                  .checksum = std::hash<std::string_view>()(text)};
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    file.fault = "empty";
    return file;
  }
  try {
    // The page's own copy of the work, more than half of the file.
    file.record = graded_record(parse_unnamed_json(text, "kept"));
  } catch (const std::exception& error) {
    file.fault = error.what();
  }
  return file;
}

std::vector<RecordFile> read_records(const std::string& folder) {
  const std::vector<std::string> names = json_files_in(folder);
  if (names.empty()) {
    throw BadInput("no file in the folder " + posenc::quote(folder) + " ends in .json");
  }
  std::vector<RecordFile> files(names.size());
  in_parallel(names.size(), [&](std::size_t n) {
    try {
      files[n] = read_record(names[n], text_of(fs::path(folder) / names[n]));
    } catch (const std::exception& error) {
      files[n] = {.name = names[n], .record = std::nullopt, .fault = error.what(), .checksum = 0};
    }
  });
  if (std::ranges::none_of(files, [](const RecordFile& file) { return file.record.has_value(); })) {
    const std::size_t others = files.size() - 1;
    throw BadInput("no file in the folder " + posenc::quote(folder) + " is a record; " +
                   posenc::quote(files.front().name) + ": " + files.front().fault +
                   (others == 0 ? "" : " (and " + std::to_string(others) + " more)"));
  }
  return files;
}
