#pragma once

#include <cstring>

#include "posenc/gguf/gguf.hpp"
#include "test.hpp"

/// Writes GGUF files, for tests: also wrong ones, as nothing is checked.
class GgufWriter {
 public:
  std::uint32_t version = 3;
  std::uint32_t alignment = 32;
  // What the file says of itself, if not the truth.
  std::optional<std::uint64_t> keys_claimed{};
  std::optional<std::uint64_t> tensors_claimed{};

  /// The bytes of a value, as they are in memory.
  template <class T>
  static std::string raw(T value) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
  }
  static std::string raw_text(std::string_view text) {
    return raw<std::uint64_t>(text.size()) + std::string(text);
  }
  static std::string raw_number(GgufType type, double value) {
    switch (type) {
      case GgufType::uint8:
      case GgufType::boolean:
        return raw(static_cast<std::uint8_t>(value));
      case GgufType::int8:
        return raw(static_cast<std::int8_t>(value));
      case GgufType::uint16:
        return raw(static_cast<std::uint16_t>(value));
      case GgufType::int16:
        return raw(static_cast<std::int16_t>(value));
      case GgufType::uint32:
        return raw(static_cast<std::uint32_t>(value));
      case GgufType::int32:
        return raw(static_cast<std::int32_t>(value));
      case GgufType::float32:
        return raw(static_cast<float>(value));
      case GgufType::uint64:
        return raw(static_cast<std::uint64_t>(value));
      case GgufType::int64:
        return raw(static_cast<std::int64_t>(value));
      default:
        return raw(value);
    }
  }
  /// @param length as the array claims it
  static std::string raw_array(GgufType type, std::uint64_t length, std::string_view elements) {
    return raw(static_cast<std::uint32_t>(type)) + raw(length) + std::string(elements);
  }

  void key(std::string_view name, std::uint32_t type, std::string_view value) {
    keys_ += raw_text(name) + raw(type) + std::string(value);
    ++key_count_;
  }
  void key(std::string_view name, GgufType type, std::string_view value) {
    key(name, static_cast<std::uint32_t>(type), value);
  }
  void number(std::string_view name, GgufType type, double value) {
    key(name, type, raw_number(type, value));
  }
  void boolean(std::string_view name, bool value) {
    number(name, GgufType::boolean, value ? 1 : 0);
  }
  void text(std::string_view name, std::string_view value) {
    key(name, GgufType::string, raw_text(value));
  }
  void numbers(std::string_view name, GgufType type, const std::vector<double>& values) {
    std::string elements;
    for (const double value : values) elements += raw_number(type, value);
    key(name, GgufType::array, raw_array(type, values.size(), elements));
  }
  void texts(std::string_view name, const std::vector<std::string>& values) {
    std::string elements;
    for (const std::string& value : values) elements += raw_text(value);
    key(name, GgufType::array, raw_array(GgufType::string, values.size(), elements));
  }
  /// With the key that says so.
  void align(std::uint32_t bytes) {
    alignment = bytes;
    number("general.alignment", GgufType::uint32, bytes);
  }

  /// After the tensors that the file has by now.
  void tensor(std::string_view name, const std::vector<std::uint64_t>& dimensions,
              std::uint32_t type, std::string_view data) {
    tensor_at(name, dimensions, type, weights_.size());
    weights_ += data;
    weights_.resize(aligned(weights_.size()));
  }
  /// Without data. @param offset from the first byte of the weights
  void tensor_at(std::string_view name, const std::vector<std::uint64_t>& dimensions,
                 std::uint32_t type, std::uint64_t offset) {
    tensors_ += raw_text(name) + raw(static_cast<std::uint32_t>(dimensions.size()));
    for (const std::uint64_t dimension : dimensions) tensors_ += raw(dimension);
    tensors_ += raw(type) + raw(offset);
    ++tensor_count_;
  }

  /// Up to the end of what it says of its tensors.
  std::string header() const {
    return "GGUF" + raw(version) + raw(tensors_claimed.value_or(tensor_count_)) +
           raw(keys_claimed.value_or(key_count_)) + keys_ + tensors_;
  }
  std::string file() const {
    std::string bytes = header();
    bytes.resize(aligned(bytes.size()));
    return bytes + weights_;
  }

 private:
  std::size_t aligned(std::size_t size) const {
    return (size + alignment - 1) / alignment * alignment;
  }

  std::string keys_;
  std::string tensors_;
  std::string weights_;
  std::uint64_t key_count_ = 0;
  std::uint64_t tensor_count_ = 0;
};

inline std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// The header of a file that is read whole.
inline GgufHeader header_of(std::string_view file) {
  const auto read = read_gguf(as_bytes(file), file.size());
  if (!read) FAIL(read.error().message);
  REQUIRE(read->header);
  CHECK(read->needed == 0);
  return *read->header;
}
