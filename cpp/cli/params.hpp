#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bad_input.hpp"
#include "posenc/matrix.hpp"

/// `value` for an error message: texts in quotes; arrays and objects only as "an array", "an object".
std::string in_message(const nlohmann::json& value);

/// The params of one case, by name, each checked for its type. Throws BadInput for a missing
/// one, and one of another type.
class Params {
 public:
  explicit Params(const nlohmann::json& object) : object_(object) {}

  bool has(const char* name) const { return object_.contains(name); }

  double number(const char* name) const;
  double number(const char* name, double otherwise) const;
  bool flag(const char* name) const;
  std::string text(const char* name, const char* otherwise) const;
  /// A value of an enumeration, by its name.
  template <class E>
  E choice(const char* name, const char* otherwise) const {
    return unwrap(value_named(std::type_identity<E>(), text(name, otherwise)));
  }
  std::vector<double> numbers(const char* name) const;
  posenc::Vector vector(const char* name) const;
  std::vector<posenc::PositionPair> pairs(const char* name) const;
  /// Rows of equal length.
  posenc::Matrix matrix(const char* name) const;
  /// Objects, each with params of its own.
  std::vector<Params> objects(const char* name) const;

 private:
  const nlohmann::json& at(const char* name) const;
  const nlohmann::json& array(const char* name) const;

  const nlohmann::json& object_;
};
