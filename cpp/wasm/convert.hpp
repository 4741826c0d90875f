#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/matrix.hpp"
#include "posenc/wording.hpp"
#include "results.hpp"

/// Copies between C++ and JavaScript values. Nothing that leaves here is a view of the heap: a view
/// dies when the memory grows.
namespace posenc::wasm {

/// A copy as Float64Array, row by row.
template <class Dense>
emscripten::val copy(const Dense& dense) {
  return emscripten::val(
             emscripten::typed_memory_view(static_cast<std::size_t>(dense.size()), dense.data()))
      .template call<emscripten::val>("slice");
}

// Declarations of the templates first, because they call each other.
template <class T>
emscripten::val to_js(const std::optional<T>& part);
template <Named E>
emscripten::val to_js(E value);
template <HasFields T>
emscripten::val to_js(const T& object);
template <HasFields T>
emscripten::val to_js(const std::vector<T>& objects);
template <Named E>
emscripten::val to_js(const std::vector<E>& values);

inline emscripten::val to_js(double number) { return emscripten::val(number); }

inline emscripten::val to_js(int number) { return emscripten::val(number); }

inline emscripten::val to_js(Index number) { return emscripten::val(static_cast<double>(number)); }

inline emscripten::val to_js(bool truth) { return emscripten::val(truth); }

inline emscripten::val to_js(const std::string& text) { return emscripten::val(text); }

inline emscripten::val to_js(std::string_view text) { return emscripten::val(std::string(text)); }

inline emscripten::val to_js(const Vector& vector) { return copy(vector); }

inline emscripten::val to_js(const std::vector<std::uint8_t>& bytes) { return copy(bytes); }

inline emscripten::val to_js(const std::vector<double>& numbers) {
  return copy(Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size())));
}

inline emscripten::val to_js(const Matrix& matrix) {
  auto object = emscripten::val::object();
  object.set("rows", static_cast<double>(matrix.rows()));
  object.set("cols", static_cast<double>(matrix.cols()));
  object.set("values", copy(matrix));
  return object;
}

inline emscripten::val to_js(const PerHead& heads) {
  const Index rows = heads.empty() ? 0 : heads.front().rows();
  const Index cols = heads.empty() ? 0 : heads.front().cols();
  Matrix all(static_cast<Index>(heads.size()), rows * cols);
  for (Index h = 0; h < all.rows(); ++h) {
    all.row(h) = heads[static_cast<std::size_t>(h)].reshaped<Eigen::RowMajor>();
  }
  auto object = emscripten::val::object();
  object.set("heads", static_cast<double>(heads.size()));
  object.set("rows", static_cast<double>(rows));
  object.set("cols", static_cast<double>(cols));
  object.set("values", copy(all));
  return object;
}

template <class T>
emscripten::val listed(const std::vector<T>& all) {
  auto array = emscripten::val::array();
  for (const T& one : all) array.call<void>("push", to_js(one));
  return array;
}

inline emscripten::val to_js(const std::vector<std::string>& texts) { return listed(texts); }

inline emscripten::val to_js(const std::vector<Index>& numbers) { return listed(numbers); }

inline emscripten::val to_js(const ByLayer& layers) { return listed(layers.matrices); }

inline emscripten::val to_js(const std::vector<PerHead>& layers) { return listed(layers); }

template <class T>
emscripten::val to_js(const std::optional<T>& part) {
  return part ? to_js(*part) : emscripten::val::null();
}

template <Named E>
emscripten::val to_js(E value) {
  return emscripten::val(std::string(name(value)));
}

template <HasFields T>
emscripten::val to_js(const std::vector<T>& objects) {
  return listed(objects);
}

template <Named E>
emscripten::val to_js(const std::vector<E>& values) {
  return listed(values);
}

template <HasFields T>
emscripten::val to_js(const T& object) {
  auto result = emscripten::val::object();
  visit_fields(object, [&](const char* name, const auto& value) {
    result.set(in_camel_case(name).c_str(), to_js(value));
  });
  return result;
}

// Not inlined: every function of the page can return an error.
[[gnu::noinline]] inline emscripten::val error_as_it_is(const Error& error) {
  auto inner = emscripten::val::object();
  inner.set("code", std::string(name(error.code)));
  inner.set("parameter", error.parameter);
  inner.set("message", error.message);
  auto object = emscripten::val::object();
  object.set("error", inner);
  return object;
}

[[gnu::noinline]] inline emscripten::val error_to_js(const Error& error) {
  return error_as_it_is(error.spelled(in_camel_case));
}

/// {value} or {error: {code, parameter, message}}: the loader turns the latter into an exception.
template <class T>
emscripten::val returned_to_js(const T& value) {
  auto object = emscripten::val::object();
  object.set("value", to_js(value));
  return object;
}

inline emscripten::val returned_to_js(const Vector& vector) {
  return returned_to_js(Values{vector});
}

}  // namespace posenc::wasm
