#include "config_json.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "json_fault.hpp"
#include "other_json.hpp"
#include "posenc/argument.hpp"

namespace posenc {
namespace {

constexpr std::size_t max_depth = 32;
/// What stands for NaN and Infinity in the text that is parsed: numbers that nobody writes so, and set apart, so that
/// text around them stays wrong where it was.
constexpr std::string_view nan_token = "0e0000000001";
constexpr std::string_view infinity_token = "9e0000000001";

Error not_a_config(std::string_view what) {
  return invalid_argument({"[config] this is not a config.json: ", what}).about("config");
}

/// Builds a ConfigValue from the parser's events.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  ConfigValue root;
  bool is_too_deep = false;
  /// The byte where the text stops being JSON, from 1.
  std::size_t wrong_at = 0;

  bool null() override { return add({}); }
  bool boolean(bool value) override { return add({value}); }
  bool number_integer(number_integer_t value) override { return add({static_cast<double>(value)}); }
  bool number_unsigned(number_unsigned_t value) override {
    return add({static_cast<double>(value)});
  }
  bool number_float(number_float_t value, const string_t& token) override {
    using Limits = std::numeric_limits<double>;
    const std::string_view digits = std::string_view(token).substr(token.starts_with('-') ? 1 : 0);
    if (digits == nan_token) return add({Limits::quiet_NaN()});
    if (digits == infinity_token) return add({std::copysign(Limits::infinity(), value)});
    return add({value});
  }
  bool string(string_t& value) override { return add({std::move(value)}); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open({ConfigValue::Object()}); }
  bool start_array(std::size_t) override { return open({ConfigValue::List()}); }
  bool key(string_t& name) override {
    keys_.back() = std::move(name);
    return true;
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    wrong_at = position;
    return false;
  }

 private:
  bool add(ConfigValue value) {
    if (open_.empty()) {
      root = std::move(value);
    } else if (auto* list = std::get_if<ConfigValue::List>(&open_.back().value)) {
      list->push_back(std::move(value));
    } else {
      std::get<ConfigValue::Object>(open_.back().value)
          .push_back({std::move(keys_.back()), std::move(value)});
    }
    return true;
  }
  bool open(ConfigValue value) {
    is_too_deep = open_.size() == max_depth;
    open_.push_back(std::move(value));
    keys_.emplace_back();
    return !is_too_deep;
  }
  bool close() {
    ConfigValue value = std::move(open_.back());
    open_.pop_back();
    keys_.pop_back();
    return add(std::move(value));
  }

  std::vector<ConfigValue> open_;
  std::vector<std::string> keys_;
};

/// A text in which other numbers replace those that Python reads but JSON lacks.
struct Json {
  std::string text;
  /// Where `text` has other bytes, from where to where, and how many the original has.
  struct Replaced {
    std::size_t start;
    std::size_t end;
    std::size_t original_size;
  };
  std::vector<Replaced> replaced;

  void replace(std::string_view original, std::string_view sign, std::string_view token) {
    const std::size_t start = text.size();
    text += joined({" ", sign, token, " "});
    replaced.push_back({start, text.size(), original.size()});
  }
  /// The place in the original of one in `text`, both from 1: the beginning of what was replaced for all within.
  std::size_t original(std::size_t place) const {
    std::size_t less = 0;
    for (const auto& [start, end, original_size] : replaced) {
      if (end < place) less += end - start - original_size;
      if (start < place && place <= end) return start - less + 1;
    }
    return place - less;
  }
};

/// A name of Python's for a number that JSON does not have, or a number beyond a double, at the beginning of a text; else
/// empty.
std::string_view unusual_number(std::string_view text) {
  for (const std::string_view name : {"-Infinity", "Infinity", "NaN"}) {
    if (text.starts_with(name)) return name;
  }
  const std::size_t digits = text.starts_with("-") ? 1 : 0;
  const std::string_view number = text.substr(0, text.find_first_not_of("0123456789+-.eE"));
  // As JSON has numbers: no zero and no point first.
  if (number.size() <= digits || number[digits] < '1' || number[digits] > '9') return {};
  const std::string its(number);
  char* end = nullptr;
  const bool is_infinite = std::isinf(std::strtod(its.c_str(), &end));
  return is_infinite && end == its.c_str() + its.size() ? number : std::string_view();
}

Json without_unusual_numbers(std::string_view text) {
  Json json;
  bool is_in_text = false;
  bool is_in_number = false;
  for (std::size_t n = 0; n < text.size(); ++n) {
    const bool may_start = !is_in_text && !is_in_number;
    const std::string_view number = may_start ? unusual_number(text.substr(n)) : std::string_view();
    if (!number.empty()) {
      json.replace(number, number.starts_with("-") ? "-" : "",
                   number == "NaN" ? nan_token : infinity_token);
      n += number.size() - 1;
      continue;
    }
    if (text[n] == '"') is_in_text = !is_in_text;
    is_in_number =
        !is_in_text && std::string_view("0123456789+-.eE").find(text[n]) != std::string_view::npos;
    json.text += text[n];
    const bool is_escape = is_in_text && text[n] == '\\' && n + 1 < text.size();
    if (is_escape) json.text += text[++n];
  }
  return json;
}

/// What a file is, by its first bytes; none if it may be a config.
std::optional<Error> other_format(std::string_view text) {
  if (text.starts_with("GGUF")) return not_a_config("it starts like a GGUF file of weights");
  if (text.starts_with("PK")) return not_a_config("it starts like a zip archive or a PyTorch file");
  if (text.size() > 8 && text[8] == '{' && text.substr(0, 8).find('\0') != std::string_view::npos) {
    return not_a_config("it starts like a safetensors file of weights");
  }
  // (The parser would read this byte as the end.)
  if (text.substr(0, max_config_bytes).find('\0') != std::string_view::npos) {
    return not_a_config("it is not UTF-8 text");
  }
  return std::nullopt;
}

Error too_long(std::string_view text) {
  const auto other = other_long_json(text.substr(0, 4096));
  return not_a_config(other.value_or("it is larger than 1 MB, and a config.json has a few kB"));
}

Error not_json(std::string_view text, std::size_t wrong_at) {
  return invalid_argument({"[config] this is not valid JSON: ", json_fault(text, wrong_at)})
      .about("config");
}

void add_text(std::string& text, const ConfigValue& value);

/// A number of JSON; NaN and Infinity as Python writes them.
void add_number(std::string& text, double number) {
  if (std::isnan(number)) {
    text += "NaN";
  } else if (std::isinf(number)) {
    text += number > 0 ? "Infinity" : "-Infinity";
  } else {
    // (std::to_chars for doubles alone would add 53 KB to a module, compressed.)
    std::array<char, 32> digits{};
    std::snprintf(digits.data(), digits.size(), "%.15g", number);
    const bool is_exact = std::strtod(digits.data(), nullptr) == number;
    if (!is_exact) std::snprintf(digits.data(), digits.size(), "%.17g", number);
    text += digits.data();
  }
}

void add_string(std::string& text, std::string_view string) {
  constexpr std::string_view hex = "0123456789abcdef";
  constexpr unsigned char first_printed = 0x20;
  text += '"';
  for (const char one : string) {
    const auto byte = static_cast<unsigned char>(one);
    if (one == '"' || one == '\\') text += '\\';
    if (byte >= first_printed) {
      text += one;
    } else {
      text += "\\u00";
      text += hex[byte >> 4U];
      text += hex[byte & 15U];
    }
  }
  text += '"';
}

void add_text(std::string& text, const ConfigValue& value) {
  const auto add_list = [&text](const auto& all, char open, char close, const auto& add) {
    text += open;
    for (const auto& one : all) {
      if (&one != &all.front()) text += ',';
      add(one);
    }
    text += close;
  };
  if (const auto* object = value.object()) {
    add_list(*object, '{', '}', [&text](const ConfigValue::Entry& entry) {
      add_string(text, entry.key);
      text += ':';
      add_text(text, entry.value);
    });
  } else if (const auto* list = value.list()) {
    add_list(*list, '[', ']', [&text](const ConfigValue& each) { add_text(text, each); });
  } else if (const auto* string = value.text()) {
    add_string(text, *string);
  } else if (const auto* number = value.number()) {
    add_number(text, *number);
  } else {
    const auto* boolean = value.boolean();
    text += boolean == nullptr ? "null" : *boolean ? "true" : "false";
  }
}

}  // namespace

Result<ConfigValue> parse_config(std::string_view text) {
  if (auto error = other_format(text)) return *error;
  if (text.size() > max_config_bytes) return too_long(text);
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  if (std::ranges::all_of(text, is_space)) return not_a_config("it is empty");
  const Json json = without_unusual_numbers(text);
  Builder builder;
  if (!nlohmann::json::sax_parse(json.text, &builder)) {
    if (builder.is_too_deep) {
      return not_a_config(joined({"it is nested more than ", max_depth, " levels deep"}));
    }
    return not_json(text, json.original(builder.wrong_at));
  }
  if (const auto other = other_json(builder.root)) return not_a_config(*other);
  return std::move(builder.root);
}

std::string config_text(const ConfigValue& config) {
  std::string text;
  add_text(text, config);
  return text;
}

}  // namespace posenc
