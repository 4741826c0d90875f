#include "evaluate.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "bad_input.hpp"
#include "kinds/kind.hpp"
#include "params.hpp"
#include "posenc/argument.hpp"

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// The kind of that name; nullptr if it is unknown.
const Kind* find_kind(std::string_view name) {
  for (const auto family :
       {sinusoidal_kinds(), rotary_kinds(), extension_kinds(), bias_kinds(), learned_kinds(),
        analysis_kinds(), model_kinds(), beyond_words_kinds()}) {
    const auto found = std::ranges::find(family, name, &Kind::name);
    if (found != family.end()) return &*found;
  }
  return nullptr;
}

const std::string& text_field(const json& object, const char* name, const std::string& where) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_string()) {
    throw BadInput(where + " must have a " + posenc::quote(name) + " string");
  }
  return found->get_ref<const std::string&>();
}

/// Throws BadInput if the document does not have the format.
const json& checked_cases(const json& document) {
  const auto cases = document.is_object() ? document.find("cases") : document.end();
  if (cases == document.end() || !cases->is_array()) {
    throw BadInput("the document must be an object with a \"cases\" array");
  }
  for (std::size_t n = 0; n < cases->size(); ++n) {
    const json& one = (*cases)[n];
    const std::string where = "case " + std::to_string(n + 1);
    if (!one.is_object()) throw BadInput(where + " must be an object but got " + in_message(one));
    static_cast<void>(text_field(one, "name", where));
    static_cast<void>(text_field(one, "kind", where));
    const auto params = one.find("params");
    if (params == one.end() || !params->is_object()) {
      throw BadInput(where + " must have a \"params\" object");
    }
  }
  return *cases;
}

/// The message, with parameters spelled as in the params.
std::string message_for(const BadInput& bad, const json& params) {
  if (!bad.error) return bad.what();
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> other_names{
      {{"dimension", "d_model"},
       {"dimension", "head_dim"},
       {"positions", "positions_mn"},
       {"count", "n"}}};
  posenc::Error error = *bad.error;
  for (const auto& [name, known_as] : other_names) {
    if (!params.contains(name) && params.contains(known_as)) error = error.renamed(name, known_as);
  }
  return error.message;
}

}  // namespace

std::vector<std::string> evaluate_cases(
    const json& document, const std::function<void(const ordered_json&)>& take_result) {
  std::vector<std::string> bad_params;
  std::size_t number = 0;
  for (const json& one : checked_cases(document)) {
    ++number;
    ordered_json result{{"name", one["name"]}};
    const auto& kind_name = one["kind"].get_ref<const std::string&>();
    const Kind* kind = find_kind(kind_name);
    if (kind == nullptr) {
      result["error"] = "unknown kind " + posenc::quote(kind_name);
    } else {
      try {
        result["got"] = kind->evaluate(Params(one["params"]));
      } catch (const BadInput& bad) {
        const std::string message = message_for(bad, one["params"]);
        result["error"] = message;
        bad_params.push_back("case " + std::to_string(number) + ", " +
                             posenc::quote(one["name"].get_ref<const std::string&>()) + ": " +
                             message);
      }
    }
    take_result(result);
  }
  return bad_params;
}
