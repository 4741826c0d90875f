// Any bytes as the file of "posenc eval": what is wrong with them is BadInput, and what comes out can
// be read back.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "bad_input.hpp"
#include "evaluate.hpp"
#include "json_text.hpp"
#include "require.hpp"

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Whether the text of `computed`, read again, is the same. JSON has null for an infinite number.
bool reads_back(const ordered_json& computed, const json& read) {
  if (computed.is_array()) {
    if (!read.is_array() || read.size() != computed.size()) return false;
    for (std::size_t n = 0; n < computed.size(); ++n) {
      if (!reads_back(computed[n], read[n])) return false;
    }
    return true;
  }
  if (computed.is_object()) {
    if (!read.is_object() || read.size() != computed.size()) return false;
    for (const auto& [key, value] : computed.items()) {
      const auto found = read.find(key);
      if (found == read.end() || !reads_back(value, *found)) return false;
    }
    return true;
  }
  if (computed.is_number()) {
    const auto number = computed.get<double>();
    require(!std::isnan(number), "no number of a result is NaN");
    return std::isfinite(number) ? read.is_number() && read.get<double>() == number
                                 : read.is_null();
  }
  return computed.type() == read.type();
}

void check(const ordered_json& result) {
  json read;
  try {
    read = parse_json(to_text(result));
  } catch (const BadInput&) {
    require(false, "a result is written as JSON");
  }
  require(result.size() == 2 && result.contains("name"), "a result has a name and one thing more");
  require(result.contains("got") != result.contains("error"),
          "a result has either \"got\" or \"error\"");
  require(reads_back(result, read), "a result is read back as it was computed");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    evaluate_cases(parse_json({data, data + size}), check);
  } catch (const BadInput&) {
    // Anything else that is thrown ends the program.
  }
  return 0;
}
