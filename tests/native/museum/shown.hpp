#pragma once

#include "posenc/museum/exhibit.hpp"
#include "test.hpp"

/// The results of an exhibit; an error fails the test.
inline posenc::Exhibition shown(const std::string& id,
                                const std::map<std::string, double>& values = {}) {
  const auto exhibition = posenc::exhibit_in_action(id, values);
  INFO(id, ": ", exhibition ? "" : exhibition.error().message);
  REQUIRE(exhibition);
  return *exhibition;
}

/// Which invariants the code with the mistake keeps, in their order.
inline std::vector<bool> held(const posenc::Exhibition& exhibition) {
  std::vector<bool> holds;
  for (const auto& invariant : exhibition.invariants) holds.push_back(invariant.holds_broken);
  return holds;
}

/// What each invariant measures on the code with the mistake.
inline std::vector<double> broken_by(const posenc::Exhibition& exhibition) {
  std::vector<double> numbers;
  for (const auto& invariant : exhibition.invariants) numbers.push_back(invariant.broken);
  return numbers;
}

inline bool says(const posenc::Exhibition& exhibition, const std::string& part) {
  return exhibition.said.find(part) != std::string::npos;
}
