#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "params.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/matrix.hpp"

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

// Results as JSON. A value of minus infinity, which masks a key, is null.

nlohmann::ordered_json to_json(const posenc::Vector& vector);
nlohmann::ordered_json to_json(const posenc::Matrix& matrix);
nlohmann::ordered_json to_json(const posenc::PerHead& heads);
