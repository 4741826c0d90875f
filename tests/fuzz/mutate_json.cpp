// How the fuzzer makes one JSON input from another: value by value. Changes to bytes alone seldom leave
// JSON, and hardly ever a case that is wrong in one respect only.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "bad_input.hpp"
#include "json_text.hpp"

/// The fuzzer's own: changes bytes.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

const json& edge_values() {
  static const json values = parse_json(R"([null, true, "", "x", [], {}, -1, 0, 0.5, 1, 2, 3, 8, 64,
      65536, 2147483647, 2147483648, 9007199254740992, 1e17, 18446744073709551615, 4.9e-324,
      1e-300, 1e300, -1.7e308, 1.7e308])");
  return values;
}

class Mutation {
 public:
  explicit Mutation(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t count) { return random_() % count; }

  /// One of the values of a document, however deep, is changed.
  void change(json& document) {
    std::vector<json*> values{&document};
    for (std::size_t n = 0; n < values.size(); ++n) {
      if (!values[n]->is_structured()) continue;
      for (json& value : *values[n]) values.push_back(&value);
    }
    // They are in the order of their depth. Deep ones are preferred: without an outer one, most of a
    // document is gone.
    json& value = *values[std::max(below(values.size()), below(values.size()))];
    if (value.is_structured()) {
      if (below(8) == 0) {
        value = edge_value();
      } else if (!value.empty()) {
        change_elements(value);
      }
    } else if (value.is_number() && below(2) == 0) {
      // Or next to another number: what is wrong by one is wrong in relation to something.
      const json& other = *values[below(values.size())];
      value = neighbour((other.is_number() ? other : value).get<double>());
    } else if (value.is_string() && below(2) == 0) {
      value = changed_text(value.get<std::string>());
    } else {
      value = edge_value();
    }
  }

  /// Some of what the second asks is asked of the first.
  void mix(json& first, const json& second) {
    if (below(4) == 0) first["kind"] = second["kind"];
    mix_keys(first["params"], second["params"]);
  }

  /// Some keys of the second are the first's, too, and so are some of its dictionaries' keys.
  void mix_keys(json& first, const json& second) {
    for (const auto& [key, value] : second.items()) {
      if (below(2) != 0) continue;
      json& its = first[key];
      if (its.is_object() && value.is_object()) {
        mix_keys(its, value);
      } else {
        its = value;
      }
    }
  }

 private:
  const json& edge_value() { return edge_values()[below(edge_values().size())]; }

  double neighbour(double number) {
    switch (below(6)) {
      case 0:
        return number + 1;
      case 1:
        return number - 1;
      case 2:
        return number * 2;
      case 3:
        return number / 2;
      case 4:
        return -number;
      default:
        return number;
    }
  }

  void change_elements(json& parent) {
    const auto element =
        std::next(parent.begin(), static_cast<std::ptrdiff_t>(below(parent.size())));
    if (parent.is_array() && below(2) == 0) {
      const json copy = *element;
      parent.insert(element, 1 + below(4), copy);
    } else {
      parent.erase(element);
    }
  }

  static std::string changed_text(std::string text) {
    const std::size_t size = text.size();
    text.resize(size + 16);
    text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, text.size()));
    return text;
  }

  std::mt19937 random_;
};

json parsed(const std::uint8_t* data, std::size_t size) { return parse_json({data, data + size}); }

/// The size of the document's text in `data`; 0 if it has no room.
std::size_t write(const json& document, std::uint8_t* data, std::size_t max_size) {
  const std::string text = to_text(ordered_json(document));
  if (text.size() > max_size) return 0;
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

/// Any case of a document that has the format; else null.
json* any_case(json& document, Mutation& mutation) {
  if (!document.is_object() || !document.contains("cases")) return nullptr;
  json& cases = document["cases"];
  if (!cases.is_array() || cases.empty()) return nullptr;
  json& one = cases[mutation.below(cases.size())];
  const bool whole = one.is_object() && one.contains("kind") && one.contains("params") &&
                     one["params"].is_object();
  return whole ? &one : nullptr;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  Mutation mutation(seed);
  if (mutation.below(8) != 0) {
    try {
      json document = parsed(data, size);
      do mutation.change(document);
      while (mutation.below(2) == 0);
      if (const std::size_t written = write(document, data, max_size)) return written;
    } catch (const BadInput&) {
      // Not JSON: bytes are changed below.
    }
  }
  return LLVMFuzzerMutate(data, size, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2,
                                                 std::uint8_t* out, std::size_t max_out_size,
                                                 unsigned seed) {
  Mutation mutation(seed);
  try {
    json first = parsed(data1, size1);
    json second = parsed(data2, size2);
    json* const into = any_case(first, mutation);
    const json* const from = any_case(second, mutation);
    if (into != nullptr && from != nullptr) {
      mutation.mix(*into, *from);
    } else if (first.is_object() && second.is_object()) {
      mutation.mix_keys(first, second);
    } else {
      return 0;
    }
    return write(first, out, max_out_size);
  } catch (const BadInput&) {
    return 0;
  }
}
