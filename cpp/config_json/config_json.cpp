#include "config_json.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "posenc/argument.hpp"

namespace posenc {
namespace {

constexpr std::size_t max_depth = 32;

Error not_a_config(std::string_view what) {
  return invalid_argument({"[config] this is not a config.json: ", what}).about("config");
}

/// Builds a ConfigValue from the parser's events.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  ConfigValue root;
  bool is_too_deep = false;
  bool has_huge_number = false;
  /// The byte where the text stops being JSON, from 1.
  std::size_t wrong_at = 0;

  bool null() override { return add({}); }
  bool boolean(bool value) override { return add({value}); }
  bool number_integer(number_integer_t value) override { return add({static_cast<double>(value)}); }
  bool number_unsigned(number_unsigned_t value) override {
    return add({static_cast<double>(value)});
  }
  bool number_float(number_float_t value, const string_t&) override { return add({value}); }
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
                   const nlohmann::json::exception& error) override {
    constexpr int number_overflow = 406;
    wrong_at = position;
    has_huge_number = error.id == number_overflow;
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

/// A text with what Python writes for numbers that JSON does not have replaced by null.
struct Json {
  std::string text;
  /// Where `text` has one byte more than the original, as null is longer than NaN.
  std::vector<std::size_t> longer_at;

  /// The place in the original of one in `text`.
  std::size_t original(std::size_t place) const {
    return place - static_cast<std::size_t>(std::ranges::count_if(
                       longer_at, [place](std::size_t at) { return at < place; }));
  }
};

Json without_python_numbers(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> names{
      {{"-Infinity", "null     "}, {"Infinity", "null    "}, {"NaN", "null"}}};
  Json json;
  bool is_in_text = false;
  for (std::size_t n = 0; n < text.size(); ++n) {
    const auto found = std::ranges::find_if(
        names, [&](const auto& name) { return text.substr(n).starts_with(name.first); });
    if (!is_in_text && found != names.end()) {
      json.text += found->second;
      n += found->first.size() - 1;
      if (found->second.size() > found->first.size()) json.longer_at.push_back(json.text.size());
      continue;
    }
    if (text[n] == '"') is_in_text = !is_in_text;
    json.text += text[n];
    const bool is_escape = is_in_text && text[n] == '\\' && n + 1 < text.size();
    if (is_escape) json.text += text[++n];
  }
  return json;
}

constexpr std::string_view of_tokenizer = "it is a file of a tokenizer";
constexpr std::string_view of_weights = "it is an index of weights";

/// What a file is by its first bytes; none if it may be a config.
std::optional<Error> other_format(std::string_view text) {
  if (text.starts_with("GGUF")) return not_a_config("it begins as a GGUF file of weights");
  if (text.starts_with("PK")) return not_a_config("it begins as a zip archive or a PyTorch file");
  if (text.size() > 8 && text[8] == '{' && text.substr(0, 8).find('\0') != std::string_view::npos) {
    return not_a_config("it begins as a safetensors file of weights");
  }
  // (The parser would read this byte as the end.)
  if (text.substr(0, max_config_bytes).find('\0') != std::string_view::npos) {
    return not_a_config("it is not text in UTF-8");
  }
  return std::nullopt;
}

Error too_long(std::string_view text) {
  const std::string_view start = text.substr(0, 4096);
  const auto has = [&](std::string_view key) { return start.find(key) != std::string_view::npos; };
  if (has("\"added_tokens\"")) return not_a_config(of_tokenizer);
  if (has("\"weight_map\"")) return not_a_config(of_weights);
  return not_a_config(joined({"it has more than ", max_config_bytes, " bytes"}));
}

/// The same of JSON that has none of a config's keys.
std::optional<Error> other_json(const ConfigValue& file) {
  const auto* object = file.object();
  if (object == nullptr) return std::nullopt;
  const auto has = [&](std::string_view key) { return value_of(*object, key) != nullptr; };
  constexpr std::array of_config{"model_type", "hidden_size",  "n_embd",
                                 "d_model",    "rope_scaling", "rope_parameters"};
  if (std::ranges::any_of(of_config, has)) return std::nullopt;
  if (has("weight_map")) return not_a_config(of_weights);
  if (has("added_tokens") || has("added_tokens_decoder") || has("tokenizer_class")) {
    return not_a_config(of_tokenizer);
  }
  if (has("transformers_version") && (has("eos_token_id") || has("do_sample"))) {
    return not_a_config("it is a generation_config.json");
  }
  return std::nullopt;
}

/// @param wrong_at the byte where the text stops being JSON, from 1
Error not_json(std::string_view text, std::size_t wrong_at) {
  const std::string_view before = text.substr(0, wrong_at == 0 ? 0 : wrong_at - 1);
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t start = before.rfind('\n') + 1;
  return not_a_config(
      joined({"it is not JSON at line ", line, ", column ", before.size() - start + 1}));
}

}  // namespace

Result<ConfigValue> parse_config(std::string_view text) {
  if (auto error = other_format(text)) return *error;
  if (text.size() > max_config_bytes) return too_long(text);
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  if (std::ranges::all_of(text, is_space)) return not_a_config("it is empty");
  const Json json = without_python_numbers(text);
  Builder builder;
  if (!nlohmann::json::sax_parse(json.text, &builder)) {
    if (builder.is_too_deep) {
      return not_a_config(joined({"it is nested more than ", max_depth, " levels deep"}));
    }
    if (builder.has_huge_number) {
      return not_a_config("it has a number beyond the range of a double");
    }
    return not_json(text, json.original(builder.wrong_at));
  }
  if (auto error = other_json(builder.root)) return *error;
  return std::move(builder.root);
}

}  // namespace posenc
