#include "params.hpp"

#include "bad_input.hpp"
#include "posenc/argument.hpp"

using nlohmann::json;

namespace {

[[noreturn]] void fail(const char* name, const char* expected, const json& got) {
  throw BadInput(posenc::quote(name) + " must be " + expected + " but got " + in_message(got));
}

double as_number(const char* name, const json& value) {
  if (!value.is_number()) fail(name, "a number", value);
  return value.get<double>();
}

}  // namespace

std::string in_message(const json& value) {
  if (value.is_string()) return posenc::quote(value.get_ref<const std::string&>());
  // Not by dump(), which recurses: the input can be nested arbitrarily deep.
  if (value.is_structured()) return std::string("an ") + value.type_name();
  return value.dump();
}

double Params::number(const char* name) const { return as_number(name, at(name)); }

double Params::number(const char* name, double otherwise) const {
  return has(name) ? number(name) : otherwise;
}

bool Params::flag(const char* name) const {
  const json& value = at(name);
  if (!value.is_boolean()) fail(name, "true or false", value);
  return value.get<bool>();
}

std::string Params::text(const char* name, const char* otherwise) const {
  if (!has(name)) return otherwise;
  const json& value = at(name);
  if (!value.is_string()) fail(name, "a string", value);
  return value.get<std::string>();
}

std::vector<double> Params::numbers(const char* name) const {
  std::vector<double> result;
  for (const json& element : array(name)) result.push_back(as_number(name, element));
  return result;
}

posenc::Vector Params::vector(const char* name) const {
  const std::vector<double> values = numbers(name);
  return posenc::Vector::Map(values.data(), static_cast<posenc::Index>(values.size()));
}

std::vector<posenc::PositionPair> Params::pairs(const char* name) const {
  std::vector<posenc::PositionPair> result;
  for (const json& pair : array(name)) {
    if (!pair.is_array() || pair.size() != 2) fail(name, "an array of pairs of numbers", pair);
    result.push_back({as_number(name, pair[0]), as_number(name, pair[1])});
  }
  return result;
}

posenc::Matrix Params::matrix(const char* name) const {
  const json& rows = array(name);
  const std::size_t cols = rows.empty() || !rows[0].is_array() ? 0 : rows[0].size();
  posenc::Matrix result(static_cast<posenc::Index>(rows.size()), static_cast<posenc::Index>(cols));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!rows[r].is_array() || rows[r].size() != cols) {
      fail(name, "an array of rows of equal length", rows[r]);
    }
    for (std::size_t c = 0; c < cols; ++c) {
      result(static_cast<posenc::Index>(r), static_cast<posenc::Index>(c)) =
          as_number(name, rows[r][c]);
    }
  }
  return result;
}

std::vector<Params> Params::objects(const char* name) const {
  std::vector<Params> result;
  for (const json& element : array(name)) {
    if (!element.is_object()) fail(name, "an array of objects", element);
    result.emplace_back(element);
  }
  return result;
}

const json& Params::at(const char* name) const {
  const auto found = object_.find(name);
  if (found == object_.end()) throw BadInput("params must have " + posenc::quote(name));
  return *found;
}

const json& Params::array(const char* name) const {
  const json& value = at(name);
  if (!value.is_array()) fail(name, "an array", value);
  return value;
}
