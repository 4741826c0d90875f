#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "bad_input.hpp"
#include "json_text.hpp"
#include "params.hpp"
#include "posenc/encoding/frequencies.hpp"

/// One kind of case, and the function that computes it, which throws BadInput for bad params.
struct Kind {
  std::string_view name;
  nlohmann::ordered_json (*evaluate)(const Params&);
};

// The kinds of each family; each family has its own file.
std::span<const Kind> sinusoidal_kinds();
std::span<const Kind> rotary_kinds();
std::span<const Kind> extension_kinds();
std::span<const Kind> bias_kinds();
std::span<const Kind> learned_kinds();
std::span<const Kind> analysis_kinds();
std::span<const Kind> model_kinds();
std::span<const Kind> beyond_words_kinds();

/// The frequencies of params d, base and variant. The param d is called d_model if it is the width of the
/// model, and head_dim if it is that of a head.
posenc::GeometricFrequencies frequencies(const Params& params);

/// Throws BadInput if that many results of one function, of up to `size` elements each, are too many.
void check_total(std::string_view subject, std::size_t results, double size);

/// A kind whose result is a value, or an Error, of the core, from the params p:
/// KIND("turns", turns(frequencies(p), p.number("position")))
#define KIND(name, ...)                                        \
  Kind {                                                       \
    name, [](const Params& p) { return to_json(__VA_ARGS__); } \
  }
