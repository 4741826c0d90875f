#pragma once

#include <emscripten/bind.h>

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "convert.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/error.hpp"
#include "posenc/model/permutation.hpp"
#include "typescript.hpp"

/// Registers functions of the core for the page. The types of parameters and results determine the conversions.
namespace posenc::wasm {

// Arguments. Numbers come as doubles and choices as names, so that the core itself can report errors in them.

EMSCRIPTEN_DECLARE_VAL_TYPE(Numbers)
EMSCRIPTEN_DECLARE_VAL_TYPE(PermutedAttentionOptions)

struct FrequencyOptions {
  double d_model;
  double base;
  std::string variant;
};
POSENC_FIELDS(FrequencyOptions, d_model, base, variant)

struct SinusoidalOptions : FrequencyOptions {
  std::string layout;
};
POSENC_FIELDS(SinusoidalOptions, d_model, base, variant, layout)

/// The frequencies and layout of SinusoidalOptions.
struct SinusoidalEncoding {
  InverseFrequencies frequencies;
  ColumnLayout layout;
};

/// How an argument is received: its type, and its conversion to the core's type.
template <class Parameter>
struct Argument;

template <>
struct Argument<double> {
  using Js = double;
  static Result<double> make(double number) { return number; }
};

template <>
struct Argument<const std::string&> {
  using Js = const std::string&;
  static Result<std::string> make(const std::string& text) { return text; }
};

template <>
struct Argument<std::string_view> : Argument<const std::string&> {};

template <Named E>
struct Argument<E> {
  using Js = const std::string&;
  static Result<E> make(const std::string& name) {
    return value_named(std::type_identity<E>(), name);
  }
};

template <>
struct Argument<std::span<const double>> {
  using Js = const Numbers&;
  static Result<std::vector<double>> make(const Numbers& numbers) {
    return emscripten::convertJSArrayToNumberVector<double>(numbers);
  }
};

template <>
struct Argument<const GeometricFrequencies&> {
  using Js = const FrequencyOptions&;
  static Result<GeometricFrequencies> make(const FrequencyOptions& options) {
    return GeometricFrequencies::make(options.d_model, options.base, options.variant);
  }
};

template <>
struct Argument<const InverseFrequencies&> : Argument<const GeometricFrequencies&> {};

inline double number_in(const emscripten::val& object, const char* name) {
  return object[name].as<double>();
}

inline std::string text_in(const emscripten::val& object, const char* name) {
  return object[name].as<std::string>();
}

template <>
struct Argument<const AttentionLayer&> {
  using Js = const PermutedAttentionOptions&;
  static Result<AttentionLayer> make(const emscripten::val& options) {
    POSENC_TRY(encoding, to_added_positions(text_in(options, "encoding")));
    POSENC_TRY(mask, to_attention_mask(text_in(options, "mask")));
    return AttentionLayer{number_in(options, "dModel"), number_in(options, "seed"), encoding, mask};
  }
};

template <>
struct Argument<const SinusoidalEncoding&> {
  using Js = const SinusoidalOptions&;
  static Result<SinusoidalEncoding> make(const SinusoidalOptions& options) {
    POSENC_TRY(frequencies, Argument<const InverseFrequencies&>::make(options));
    POSENC_TRY(layout, to_column_layout(options.layout));
    return SinusoidalEncoding{std::move(frequencies), layout};
  }
};

// Results: {value} or {error: {code, parameter, message}}.

/// Each module is compiled twice: once to write its TypeScript types, and once, without the code and texts for
/// that, for use.
#ifdef POSENC_WRITES_TYPES
inline constexpr bool writes_types = true;
#else
inline constexpr bool writes_types = false;
#endif

/// Has a TypeScript type of its own.
template <class Core>
struct Typed : emscripten::val {
  explicit Typed(const val& value) : val(value) {}
};

template <class Core>
using Returned = std::conditional_t<writes_types, Typed<Core>, emscripten::val>;

template <class Parameter>
concept HasFrequencies =
    std::derived_from<std::remove_cvref_t<typename Argument<Parameter>::Js>, FrequencyOptions>;

/// The parameter `dimension` of frequencies in C++ is dModel in FrequencyOptions.
[[gnu::noinline]] inline emscripten::val frequency_error_to_js(const Error& error) {
  return error_to_js(error.renamed("dimension", "d_model"));
}

/// Whether the names in errors about an argument are its own, such as the keys of a file, and stay as they are.
template <class Parameter>
concept HasItsOwnNames = requires { Argument<Parameter>::has_its_own_names; };

using ErrorToJs = emscripten::val (*)(const Error& error);

template <class... P>
inline constexpr ErrorToJs refuse = (HasItsOwnNames<P> || ...)   ? error_as_it_is
                                    : (HasFrequencies<P> || ...) ? frequency_error_to_js
                                                                 : error_to_js;

template <class T>
emscripten::val result_to_js(const T& value, ErrorToJs) {
  return returned_to_js(value);
}

template <class T>
emscripten::val result_to_js(const Result<T>& result, ErrorToJs error_to_js_as) {
  return result ? returned_to_js(*result) : error_to_js_as(result.error());
}

template <auto core, class R, class... P>
Returned<R> call(typename Argument<P>::Js... arguments) {
  const std::tuple made{Argument<P>::make(arguments)...};
  return std::apply(
      [](const auto&... each) {
        const Error* error = nullptr;
        // Reports the first wrong argument.
        static_cast<void>(((each.has_value() || (error = &each.error(), false)) && ...));
        return Returned<R>(error ? refuse<P...>(*error)
                                 : result_to_js(core(*each...), refuse<P...>));
      },
      made);
}

template <class R>
void register_result() {
  if constexpr (writes_types) {
    // Once for all functions that return the type; the registration keeps a pointer to the text.
    static const std::string type = returned_type_of<R>();
    static const bool registered = (emscripten::register_type<Returned<R>>(type.c_str()), true);
    static_cast<void>(registered);
  }
}

/// Registers the type of an argument, by its text in TypeScript.
template <class Js>
void register_type(const char* type) {
  emscripten::register_type<Js>(writes_types ? type : "");
}

/// Registers the type of an argument that has the fields of T.
template <class Js, class T>
void register_argument() {
  static std::string type;
  if constexpr (writes_types) describe(type, std::type_identity<T>());
  register_type<Js>(type.c_str());
}

/// Registers an argument that Embind itself reads from an object.
template <HasFields T>
void register_options(const char* name) {
  emscripten::value_object<T> options(name);
  std::apply(
      [&](const auto&... field) {
        (options.field(in_camel_case(field.name).c_str(), field.member), ...);
      },
      fields_of(std::type_identity<T>()));
}

template <auto core, class R, class... P>
void register_function(const char* name, R (*)(P...)) {
  register_result<R>();
  emscripten::function(name, &call<core, R, P...>);
}

/// Registers `core` as `name`.
template <auto core>
void function(const char* name) {
  register_function<core>(name, core);
}

/// The same for a function that takes at most about two milliseconds on a laptop with the largest values that figures
/// allow, so nothing that grows with a table or with a product of lengths. The page computes these on its own thread;
/// tools/lib/registry.mjs finds them by this name.
template <auto core>
void quick_function(const char* name) {
  function<core>(name);
}

}  // namespace posenc::wasm
