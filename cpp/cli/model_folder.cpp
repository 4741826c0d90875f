#include "model_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <span>
#include <system_error>
#include <utility>

#include "bad_input.hpp"
#include "json_text.hpp"
#include "one_line.hpp"
#include "parallel.hpp"
#include "posenc/argument.hpp"

namespace {

using namespace posenc;
namespace fs = std::filesystem;

/// What is printed for a file.
struct Line {
  std::string text;
  bool is_refused = false;
  bool fails = false;
};

/// Names, which take far less memory than paths.
struct FolderEntries {
  std::vector<std::string> configs;
  std::vector<std::string> folders;
};

/// Each in the order of its names.
FolderEntries entries_of(const fs::path& folder) {
  FolderEntries all;
  bool has_config = false;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code unknown;
    if (entry->is_directory(unknown) && !entry->is_symlink(unknown)) {
      if (name.front() != '.') all.folders.push_back(name);
    } else if (is_json_file(name) && entry->is_regular_file(unknown)) {
      all.configs.push_back(name);
      has_config = has_config || name == "config.json";
    }
  }
  if (error) throw BadInput("cannot read the folder " + quote(folder.string()));
  if (has_config) all.configs = {"config.json"};
  std::ranges::sort(all.configs);
  std::ranges::sort(all.folders);
  return all;
}

using Take = std::function<void(const fs::path& folder, std::span<const std::string> names)>;

/// Calls `take` with some files of a folder at a time: what they give is printed before the next ones are read.
void for_each_batch(const fs::path& folder, const Take& take) {
  constexpr std::size_t batch = 512;
  const FolderEntries entries = entries_of(folder);
  const std::span all(entries.configs);
  for (std::size_t first = 0; first < all.size(); first += batch) {
    take(folder, all.subspan(first, std::min(batch, all.size() - first)));
  }
  for (const std::string& inner : entries.folders) for_each_batch(folder / inner, take);
}

Line line_of(const fs::path& path, const std::string& name, const FolderOptions& options) {
  Line line;
  try {
    if (options.as_json) {
      NamedModel model = read_model_file(path.string(), options.length);
      model.name = name;
      line.fails = options.fail_on.names_one_of(model.report.model.notes);
      line.text = to_text(model_as_json(model));
    } else {
      const ModelConfig model = read_config_file(path.string());
      line.fails = options.fail_on.names_one_of(model.notes);
      line.text = model_as_line(name, model);
    }
  } catch (const std::exception& error) {
    line.is_refused = true;
    line.text = options.as_json ? to_text({{"name", name}, {"error", error.what()}})
                                : without_controls(name) + ": refused: " + one_line(error.what());
  }
  line.text += '\n';
  return line;
}

}  // namespace

bool FailOn::names_one_of(const std::vector<Note>& notes) const {
  return std::ranges::any_of(notes, [this](const Note& note) {
    return std::ranges::find(codes, note.code) != codes.end();
  });
}

FailOn parsed_fail_on(const std::string& text) {
  FailOn all;
  const auto add = [&](const std::string& wanted) {
    std::string known;
    for (const auto& [code_name, code] : note_code_names) {
      if (wanted == code_name || wanted == "any") all.codes.push_back(code);
      if (wanted == code_name) return;
      known += std::string(code_name) + ", ";
    }
    if (wanted == "any") return;
    throw BadInput("--fail-on must have codes of notes with commas between, of " + known +
                   "or any, but got " + quote(wanted));
  };
  std::size_t first = 0;
  while (first <= text.size()) {
    const std::size_t comma = std::min(text.find(',', first), text.size());
    add(text.substr(first, comma - first));
    first = comma + 1;
  }
  return all;
}

std::string model_as_line(const std::string& name, const ModelConfig& model) {
  std::string text = without_controls(name) + ": " + std::string(posenc::name(model.kind));
  for (const RopeSettings& rope : model.ropes) {
    text += ", " + std::string(posenc::name(rope.scaling.type));
    if (rope.layers) text += " (" + std::string(posenc::name(*rope.layers)) + ")";
  }
  std::string codes;
  for (const Note& note : model.notes) {
    codes += (codes.empty() ? "" : ", ") + std::string(posenc::name(note.code));
  }
  return text + (codes.empty() ? "; no notes" : "; notes: " + codes);
}

int print_models_in(const std::string& folder, const FolderOptions& options) {
  bool is_one_refused = false;
  bool one_fails = false;
  std::size_t count = 0;
  for_each_batch(folder, [&](const fs::path& its_folder, std::span<const std::string> names) {
    std::vector<Line> lines(names.size());
    in_parallel(names.size(), [&](std::size_t n) {
      const fs::path path = its_folder / names[n];
      lines[n] = line_of(path, path.lexically_relative(folder).generic_string(), options);
    });
    for (const Line& line : lines) {
      std::cout << line.text;
      is_one_refused = is_one_refused || line.is_refused;
      one_fails = one_fails || line.fails;
    }
    count += names.size();
  });
  if (count == 0) throw BadInput("no file in the folder " + quote(folder) + " ends in .json");
  return is_one_refused ? 2 : one_fails ? 1 : 0;
}
