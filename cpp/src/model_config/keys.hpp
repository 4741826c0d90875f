#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/matrix.hpp"
#include "posenc/model_config/config.hpp"
#include "posenc/model_config/value.hpp"

/// Reads keys of a config, each with the error for a value that it does not allow.
namespace posenc::model_config {

/// A dictionary, and its path from the top of the file, with a dot after it.
struct Dictionary {
  const ConfigValue::Object* object;
  std::string path;
};

/// Dictionaries in the order in which a key is looked for.
using Dictionaries = std::vector<Dictionary>;

struct Found {
  const ConfigValue* value;
  std::string path;
};

/// The value of the first of the keys that any of the dictionaries has, not null.
std::optional<Found> find(const Dictionaries& where, std::initializer_list<std::string_view> keys);

/// The dictionary attn_config, which MPT and DBRX have; empty where it is absent. Errors: another value.
Result<Dictionaries> attention_config(const Dictionaries& config);

/// "[config] PATH must be EXPECTED but got VALUE", about the key.
Error unexpected(const Found& found, std::string_view expected);

template <class T>
using Optional = Result<std::optional<Sourced<T>>>;

/// Results computed from larger numbers, which no config has, could exceed the range of a double.
inline constexpr double largest_number = 1e100;
/// The most components of a head, and the most heads: more than any model has, and few enough for a page.
inline constexpr double largest_width = 65536;

/// A number that `allows` accepts; none where no key is present. Errors: another value; one above largest_number.
Optional<double> number(const Dictionaries& where, std::initializer_list<std::string_view> keys,
                        bool (*allows)(double), std::string_view expected);
/// A number above 0.
Optional<double> positive(const Dictionaries& where, std::initializer_list<std::string_view> keys);
/// A whole number from `least` to `most`.
Optional<double> whole(const Dictionaries& where, std::initializer_list<std::string_view> keys,
                       double least, double most);
/// A number of tokens, from 1 on.
Optional<double> length(const Dictionaries& where, std::initializer_list<std::string_view> keys);
/// A whole number from 1 to `most`.
Optional<Index> count(const Dictionaries& where, std::initializer_list<std::string_view> keys,
                      double most = 2147483647);

/// true or false under a key; none where it is absent. Errors: another value.
Result<std::optional<bool>> flag(const Dictionaries& where, std::string_view key);
/// Whether multi-head latent attention is used where a class has it: files of small DeepSeek models say use_mla: false.
Result<bool> uses_latent_attention(const Dictionaries& config);

}  // namespace posenc::model_config
