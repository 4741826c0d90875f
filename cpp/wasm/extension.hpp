#pragma once

#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "results.hpp"

/// Functions of the core for extended frequencies, so that they return what figures show.
namespace posenc::wasm {

inline Extension extension(const InverseFrequencies& theta, double attention_factor = 1) {
  return {theta.values(), wavelengths(theta), attention_factor};
}

inline Result<Extension> extension(const Result<InverseFrequencies>& theta) {
  if (!theta) return theta.error();
  return extension(*theta);
}

inline Result<Extension> extension(const Result<ExtendedFrequencies>& extended) {
  if (!extended) return extended.error();
  return extension(extended->theta, extended->attention_factor);
}

inline Result<ExtensionWithBase> extension(const Result<GeometricFrequencies>& theta) {
  if (!theta) return theta.error();
  return ExtensionWithBase{theta->values(), wavelengths(*theta), 1, theta->base()};
}

/// Wraps a function of the core for extended frequencies, so that it returns an Extension.
template <auto core>
struct Extended;

template <class R, class... P, Result<R> (*core)(P...)>
struct Extended<core> {
  static auto call(P... arguments) { return extension(core(arguments...)); }
};

}  // namespace posenc::wasm
