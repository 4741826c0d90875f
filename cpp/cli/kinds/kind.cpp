#include "kind.hpp"

#include <cmath>
#include <vector>

#include "bad_input.hpp"
#include "posenc/argument.hpp"

using nlohmann::ordered_json;

namespace {

ordered_json number(double value) {
  if (std::isinf(value) && value < 0) return {};
  if (!std::isfinite(value)) throw BadInput("a result is beyond the range of a double");
  return value;
}

template <class Values>
ordered_json array_of(const Values& values) {
  std::vector<ordered_json> elements;
  elements.reserve(static_cast<std::size_t>(values.size()));
  for (const double value : values) elements.push_back(number(value));
  return elements;
}

}  // namespace

posenc::GeometricFrequencies frequencies(const Params& params) {
  const bool of_a_head = params.has("head_dim") && !params.has("d_model");
  return unwrap(
      posenc::GeometricFrequencies::make(params.number(of_a_head ? "head_dim" : "d_model"),
                                         params.number("base"), params.text("variant", "paper")));
}

void check_total(std::string_view name, std::size_t results, double size) {
  // The function itself reports an invalid size.
  if (!(size >= 1 && size <= static_cast<double>(posenc::max_elements))) return;
  const auto error = posenc::check_size(name, static_cast<posenc::Index>(results),
                                        static_cast<posenc::Index>(size));
  if (error) throw BadInput(*error);
}

ordered_json to_json(const posenc::Vector& vector) { return array_of(vector); }

ordered_json to_json(const posenc::Matrix& matrix) {
  ordered_json rows = ordered_json::array();
  for (const auto& row : matrix.rowwise()) rows.push_back(array_of(row));
  return rows;
}

ordered_json to_json(const posenc::PerHead& heads) {
  ordered_json all = ordered_json::array();
  for (const posenc::Matrix& head : heads) all.push_back(to_json(head));
  return all;
}
