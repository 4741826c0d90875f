#include "grade.hpp"

#include <algorithm>
#include <string>

#include "bad_input.hpp"
#include "posenc/argument.hpp"
#include "posenc/grading/e13_1.hpp"

namespace e13_1 = posenc::e13_1;

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// A text as it stands; a number as its shortest decimal.
std::string raw_text(const std::string& item, const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return value.dump();
  if (value.is_null()) return "";
  throw BadInput("the answer to " + posenc::quote(item) +
                 " must be a text or a number but is of type " + value.type_name());
}

}  // namespace

ordered_json grade_e13_1(const json& document) {
  const auto given = document.is_object() ? document.find("answers") : document.end();
  if (given == document.end() || !given->is_object()) {
    throw BadInput("the document must be an object with an object \"answers\"");
  }

  e13_1::Answers answers;
  for (const auto& [key, value] : given->items()) {
    const bool is_encoding = std::ranges::find(e13_1::items(), key + "[0]") != e13_1::items().end();
    if (!is_encoding) {
      answers[key] = raw_text(key, value);
      continue;
    }
    if (!value.is_array() && !value.is_null()) {
      throw BadInput(posenc::quote(key) + " must be an array of " + std::to_string(e13_1::d_model) +
                     " components but is of type " + value.type_name());
    }
    if (value.size() > e13_1::d_model) {
      throw BadInput(posenc::quote(key) + " must have at most " + std::to_string(e13_1::d_model) +
                     " components but has " + std::to_string(value.size()));
    }
    for (std::size_t c = 0; c < value.size(); ++c) {
      const std::string item = key + "[" + std::to_string(c) + "]";
      answers[item] = raw_text(item, value[c]);
    }
  }

  const e13_1::Grade grade = unwrap(e13_1::grade(answers));
  ordered_json items = ordered_json::array();
  for (const auto& [item, verdict] : grade.items) {
    items.push_back({
        {"item", item},
        {"outcome", name(verdict.outcome)},
        {"reason", verdict.reason ? ordered_json(name(*verdict.reason)) : ordered_json()},
        {"read", verdict.read ? ordered_json(*verdict.read) : ordered_json()},
        {"message", verdict.message.empty() ? ordered_json() : ordered_json(verdict.message)},
    });
  }
  return {{"score", grade.score}, {"max", grade.max}, {"items", std::move(items)}};
}
