// Any bytes as the config.json of a model: refused with one sentence, or all that is computed from it is finite.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "config_json.hpp"
#include "posenc/argument.hpp"
#include "posenc/model_config/report.hpp"
#include "require.hpp"

namespace {

using namespace posenc;

/// One line, in words.
void check_sentence(std::string_view text) {
  require(!text.empty(), "what is said is not empty");
  const bool has_control =
      std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  require(!has_control, "what is said is one line");
}

void check_error(const Error& error) {
  check_sentence(error.message);
  require(error.message.starts_with('[') && error.message.find("] ") != std::string::npos,
          "an error begins with what it is of");
}

void check_numbers(std::span<const double> values) {
  for (const double value : values) require(std::isfinite(value), "every number is finite");
}

void check_curves(const RopeReport& rope, const ModelConfig& model) {
  const auto scores = score_curve(rope, model.claimed ? model.claimed->value : 4096, 9);
  require(scores.has_value(), "there are scores of all frequencies");
  check_numbers(scores->scores);
  check_numbers(scores->bounds);
  check_numbers(scores->fitted_bounds);
  const auto bases = base_curve(rope.settings, model.claimed, 5);
  if (bases) {
    check_numbers(bases->bases);
  } else {
    check_error(bases.error());
  }
}

void check_rope(const RopeReport& rope, const ModelConfig& model) {
  const Vector& omega = rope.frequencies.inv_freq;
  require(omega.size() > 0 && omega.minCoeff() >= 0, "frequencies are not negative");
  require(2 * omega.size() <= rope.settings.head_dim.value,
          "there are at most as many as the head has");
  check_numbers(omega);
  check_numbers(rope.waves_before);
  check_numbers(rope.waves_after);
  const double factor = rope.frequencies.attention_factor;
  check_numbers(std::array{rope.frequencies.base, factor, factor * factor});
  require(static_cast<Index>(rope.changes.size()) == omega.size(), "every pair is changed or not");
  require(static_cast<Index>(rope.axes.size()) <= omega.size(), "a pair has one axis at most");
  for (const auto& unfinished : {rope.unfinished_original, rope.unfinished_claimed}) {
    require(unfinished.value_or(0) <= omega.size(), "at most all pairs are unfinished");
  }
  if (rope.errors) {
    check_numbers(std::array{rope.errors->bfloat16, rope.errors->float16, rope.errors->float32});
  }
  check_curves(rope, model);
}

/// The value at the path of an edit changed, or deleted.
void change(ConfigValue& file, std::string_view path, const std::optional<double>& value) {
  auto* object = std::get_if<ConfigValue::Object>(&file.value);
  require(object != nullptr, "the path of a change leads through objects");
  const auto dot = path.find('.');
  const std::string_view key = path.substr(0, dot);
  const auto found = std::ranges::find_if(object->rbegin(), object->rend(),
                                          [key](const auto& entry) { return entry.key == key; });
  if (dot != std::string_view::npos) {
    require(found != object->rend(), "the path of a change leads to a dictionary");
    change(found->value, path.substr(dot + 1), value);
  } else if (value) {
    object->push_back({std::string(key), ConfigValue{*value}});
  } else {
    std::erase_if(*object, [key](const auto& entry) { return entry.key == key; });
  }
}

/// With all changes that are suggested, the notes that suggest them are gone.
void check_edits(const ConfigValue& file, const ModelConfig& model) {
  const auto edits = suggested_edits(model);
  if (edits.empty()) return;
  ConfigValue edited = file;
  for (const ConfigEdit& edit : edits) change(edited, edit.path, edit.value);
  const auto read = read_model_config(edited);
  // Without the key that is deleted, another of that name may be read, with any value.
  if (!read) return check_error(read.error());
  for (const ConfigEdit& edit : edits) {
    require(std::ranges::find(model.notes, edit.code, &Note::code) != model.notes.end(),
            "a note suggests the change");
    require(std::ranges::find(read->notes, edit.code, &Note::code) == read->notes.end(),
            "a note is gone with the change that it suggests");
  }
}

void check_model(const ModelConfig& model) {
  require(model.layers.layers.size() <= 4096, "there are not too many layers");
  require(model.kind == PositionKind::rope || model.ropes.empty(), "only RoPE has frequencies");
  for (std::size_t n = 0; n < model.notes.size(); ++n) {
    check_sentence(model.notes[n].message);
    require(n == 0 || model.notes[n - 1].code < model.notes[n].code,
            "each note comes once, in order");
    for (const std::string_view number : {" inf", " nan", " -inf"}) {
      require(model.notes[n].message.find(number) == std::string::npos,
              "no note has such a number");
    }
  }
}

void check_report(const ConfigValue& file, std::optional<double> length) {
  const auto report = model_report(file, length);
  if (!report) return check_error(report.error());
  check_model(report->model);
  for (const RopeReport& rope : report->ropes) check_rope(rope, report->model);
  check_numbers(report->slopes);
  for (const Difference& one : differences(*report)) {
    check_sentence(one.message);
    check_numbers(one.inv_freq);
    check_numbers(std::array{one.ratio, one.attention_factor});
    require(one.ratio >= 1 && one.pair < one.inv_freq.size(), "a difference is that of a pair");
  }
  check_edits(file, report->model);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = parse_config({reinterpret_cast<const char*>(data), size});
  if (!file) {
    check_error(file.error());
    return 0;
  }
  check_report(*file, std::nullopt);
  check_report(*file, 1e6);
  return 0;
}
