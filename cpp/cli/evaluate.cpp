#include "evaluate.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bad_input.hpp"
#include "posenc/analysis/precision.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/analysis/sign_changes.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"

namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using posenc::InverseFrequencies;
using posenc::Matrix;
using posenc::Vector;

std::string shown(const json& value) {
  if (value.is_string()) return posenc::quote(value.get_ref<const std::string&>());
  // Not dumped: dump() recurses, and the input may be nested without end.
  if (value.is_structured()) return std::string("an ") + value.type_name();
  return value.dump();
}

/// The params of one case, by name, each checked for its type.
class Params {
 public:
  explicit Params(const json& object) : object_(object) {}

  bool has(const char* name) const { return object_.contains(name); }

  double number(const char* name) const { return as_number(name, at(name)); }

  std::vector<double> numbers(const char* name) const {
    std::vector<double> result;
    for (const json& element : array(name)) result.push_back(as_number(name, element));
    return result;
  }

  std::vector<posenc::PositionPair> pairs(const char* name) const {
    std::vector<posenc::PositionPair> result;
    for (const json& pair : array(name)) {
      if (!pair.is_array() || pair.size() != 2) fail(name, "an array of pairs of numbers", pair);
      result.push_back({as_number(name, pair[0]), as_number(name, pair[1])});
    }
    return result;
  }

  std::string text(const char* name, const char* otherwise) const {
    if (!has(name)) return otherwise;
    const json& value = at(name);
    if (!value.is_string()) fail(name, "a text", value);
    return value.get<std::string>();
  }

 private:
  static std::string subject(const char* name) { return posenc::quote(name); }

  [[noreturn]] static void fail(const char* name, const char* expected, const json& got) {
    throw BadInput(subject(name) + " must be " + expected + " but got " + shown(got));
  }

  const json& at(const char* name) const {
    const auto found = object_.find(name);
    if (found == object_.end()) throw BadInput("params must have " + subject(name));
    return *found;
  }

  const json& array(const char* name) const {
    const json& value = at(name);
    if (!value.is_array()) fail(name, "an array", value);
    return value;
  }

  static double as_number(const char* name, const json& value) {
    if (!value.is_number()) fail(name, "a number", value);
    return value.get<double>();
  }

  const json& object_;
};

/// d is called d_model where it is the width of the model and head_dim where it is that of a head.
InverseFrequencies frequencies(const Params& params) {
  const bool of_a_head = params.has("head_dim") && !params.has("d_model");
  return unwrap(InverseFrequencies::make(params.number(of_a_head ? "head_dim" : "d_model"),
                                         params.number("base"), params.text("variant", "paper")));
}

posenc::ColumnLayout layout(const Params& params) {
  return unwrap(posenc::to_column_layout(params.text("layout", "interleaved")));
}

ordered_json to_json(const Vector& vector) {
  return std::vector<double>(vector.begin(), vector.end());
}

ordered_json to_json(const Matrix& matrix) {
  ordered_json rows = ordered_json::array();
  for (const auto& row : matrix.rowwise())
    rows.push_back(std::vector<double>(row.begin(), row.end()));
  return rows;
}

/// One kind of case and how it is computed.
struct Kind {
  std::string_view name;
  ordered_json (*evaluate)(const Params&);
};

constexpr std::array kinds{
    Kind{"table",
         [](const Params& p) {
           return to_json(
               unwrap(posenc::sinusoidal_table(frequencies(p), p.numbers("positions"), layout(p))));
         }},
    Kind{"columns",
         [](const Params& p) {
           return to_json(unwrap(posenc::sinusoidal_columns(frequencies(p), p.numbers("dimensions"),
                                                            p.numbers("positions"))));
         }},
    Kind{"inverse_frequencies", [](const Params& p) { return to_json(frequencies(p).values()); }},
    Kind{"wavelengths",
         [](const Params& p) { return to_json(posenc::wavelengths(frequencies(p))); }},
    Kind{"shift_matrix",
         [](const Params& p) {
           return to_json(
               unwrap(posenc::shift_matrix(frequencies(p), p.number("shift"), layout(p))));
         }},
    Kind{"shift_apply",
         [](const Params& p) {
           return to_json(unwrap(posenc::shifted_encoding(frequencies(p), p.number("shift"),
                                                          p.number("position"), layout(p))));
         }},
    Kind{"dot_products",
         [](const Params& p) {
           return to_json(unwrap(posenc::dot_products(frequencies(p), p.pairs("pairs"))));
         }},
    Kind{"cosine_similarities",
         [](const Params& p) {
           return to_json(unwrap(posenc::cosine_similarities(frequencies(p), p.pairs("pairs"))));
         }},
    Kind{"kernel_dot",
         [](const Params& p) {
           return to_json(unwrap(posenc::kernel_dot(frequencies(p), p.numbers("offsets"))));
         }},
    Kind{"kernel_mean_cos",
         [](const Params& p) {
           return to_json(unwrap(posenc::kernel_mean_cos(frequencies(p), p.numbers("offsets"))));
         }},
    Kind{"turns",
         [](const Params& p) {
           return to_json(unwrap(posenc::turns(frequencies(p), p.number("position"))));
         }},
    Kind{"sign_changes",
         [](const Params& p) {
           return to_json(unwrap(posenc::sign_changes(frequencies(p), p.number("count"))));
         }},
    Kind{"similarity_matrix",
         [](const Params& p) {
           return to_json(
               unwrap(posenc::similarity_matrix(frequencies(p), p.number("count"))).matrix);
         }},
    Kind{"dot_products_around",
         [](const Params& p) {
           return to_json(unwrap(posenc::dot_products_around(frequencies(p), p.number("position"),
                                                             p.numbers("offsets")))
                              .dots);
         }},
    Kind{"float32_errors",
         [](const Params& p) {
           const auto errors =
               unwrap(posenc::float32_errors(frequencies(p), p.numbers("positions")));
           Matrix columns(errors.forms.size(), 3);
           columns << errors.forms, errors.power, errors.exponential;
           return to_json(columns);
         }},
};

const std::string& text_field(const json& object, const char* name, const std::string& where) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_string()) {
    throw BadInput(where + " must have a text " + posenc::quote(name));
  }
  return found->get_ref<const std::string&>();
}

/// Throws BadInput when the document does not have the format.
const json& checked_cases(const json& document) {
  const auto cases = document.is_object() ? document.find("cases") : document.end();
  if (cases == document.end() || !cases->is_array()) {
    throw BadInput("the document must be an object with an array \"cases\"");
  }
  for (std::size_t n = 0; n < cases->size(); ++n) {
    const json& one = (*cases)[n];
    const std::string where = "case " + std::to_string(n + 1);
    if (!one.is_object()) throw BadInput(where + " must be an object but got " + shown(one));
    static_cast<void>(text_field(one, "name", where));
    static_cast<void>(text_field(one, "kind", where));
    const auto params = one.find("params");
    if (params == one.end() || !params->is_object()) {
      throw BadInput(where + " must have an object \"params\"");
    }
  }
  return *cases;
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
    const auto kind = std::ranges::find(kinds, kind_name, &Kind::name);
    if (kind == kinds.end()) {
      result["error"] = "unknown kind " + posenc::quote(kind_name);
    } else {
      try {
        result["got"] = kind->evaluate(Params(one["params"]));
      } catch (const BadInput& bad) {
        result["error"] = bad.what();
        bad_params.push_back("case " + std::to_string(number) + ", " +
                             posenc::quote(one["name"].get_ref<const std::string&>()) + ": " +
                             bad.what());
      }
    }
    take_result(result);
  }
  return bad_params;
}
