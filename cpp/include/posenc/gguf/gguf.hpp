#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"

/// Reads the header of a GGUF file, llama.cpp's format for models: its keys, and where it has tensors that change RoPE.
///
/// All numbers are little-endian, and nothing is aligned but the weights:
///   the letters "GGUF", the version (uint32), how many tensors and how many keys there are (uint64 each)
///   for each key     its name (a string), the type of its value (uint32), the value
///   for each tensor  its name, the number of dimensions (uint32), each dimension (uint64), the type of its elements
///                    (uint32), where its data begins (uint64), counted from the first byte of the weights
///   zeros up to the next multiple of the alignment, and then the weights
/// A string is its length in bytes (uint64) and those bytes; an array is the type of its elements (uint32), how many there
/// are (uint64), and the elements.
///
/// Source: docs/gguf.md of github.com/ggml-org/ggml at commit d99724f; what that leaves open is as in llama.cpp's
/// ggml/src/gguf.cpp.
namespace posenc {

/// How much of a file is read in search of the end of its header: 64 MiB. A tokenizer of 256,000 tokens takes 10 MB.
inline constexpr std::size_t max_gguf_header_bytes = std::size_t{64} << 20U;
/// Files have about 50 keys, and an array has an element for each layer at most, unless it belongs to the tokenizer.
inline constexpr std::uint64_t max_gguf_keys = 8192;
inline constexpr std::uint64_t max_kept_elements = 1024;
/// The longest table of RoPE factors that is read. They have one for each pair of a head.
inline constexpr std::uint64_t max_rope_factors = 65536;

/// The type of a value, as the format numbers them.
enum class GgufType : std::uint32_t {
  uint8,
  int8,
  uint16,
  int16,
  uint32,
  int32,
  float32,
  boolean,
  string,
  array,
  uint64,
  int64,
  float64,
};

POSENC_NAMES(GgufType, gguf_type_names, uint8, int8, uint16, int16, uint32, int32, float32, boolean,
             string, array, uint64, int64, float64)

struct GgufArray {
  GgufType element_type{};
  std::uint64_t length = 0;
  /// The elements, in one of these lists: truth values are 1 and 0. Both are empty for an array of arrays, and for one of
  /// more than max_kept_elements, which is skipped.
  std::vector<double> numbers{};
  std::vector<std::string> strings{};
};

struct GgufValue {
  GgufType type{};
  /// Integers beyond 2^53 are rounded to a double; floats may be infinite or NaN. In a string, every byte that is not
  /// UTF-8 is U+FFFD.
  std::variant<bool, double, std::string, GgufArray> value;
};

/// Types of elements that RoPE factors can have, as the format numbers them.
enum class GgufTensorType : std::uint32_t { f32 = 0, f16 = 1, bf16 = 30 };

/// A tensor of factors that divide RoPE's frequencies.
struct GgufTensor {
  /// rope_freqs.weight, rope_factors_long.weight or rope_factors_short.weight, or one of these after "blk.7.", for a layer.
  std::string name;
  std::vector<std::uint64_t> dimensions;
  GgufTensorType type{};
  /// Its bytes in the file are those from `offset` to `offset + size`: the file has them all.
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

struct GgufHeader {
  struct Entry {
    std::string key;
    GgufValue value;
  };

  std::uint32_t version = 0;
  /// In bytes: a power of two.
  std::uint32_t alignment = 32;
  /// In the order of the file; no key occurs twice.
  std::vector<Entry> entries{};
  std::uint64_t tensor_count = 0;
  /// In the order of the file; no name occurs twice.
  std::vector<GgufTensor> rope_tensors{};

  /// nullptr where the file has no such key.
  const GgufValue* value_of(std::string_view key) const;
  // The value of a key; nullptr where the file has no such key. Errors: a value of another type.
  Result<const double*> number(std::string_view key) const;
  Result<const bool*> boolean(std::string_view key) const;
  Result<const std::string*> text(std::string_view key) const;
  /// Of an array of numbers or truth values. Errors: also an array that was skipped.
  Result<const std::vector<double>*> numbers(std::string_view key) const;
};

/// What is found in the beginning of a file.
struct GgufStart {
  /// None if the header is longer than that beginning.
  std::optional<GgufHeader> header{};
  /// How many bytes from the beginning of the file to read then: more than before, twice as many at least unless the file
  /// or the limit ends first. Else 0.
  std::size_t needed = 0;
};

/// Reads a header from the first bytes of a file: pass none, then as many as are needed, until there is a header or an
/// error. Only what the bytes contain takes memory, whatever numbers are in them.
/// Errors: a file that is not GGUF, is big-endian, or has another version than 2 or 3; one that ends within its header, or
/// that names more of anything than it has bytes for; a header beyond the limits above; arrays in arrays, more than four
/// deep; an unknown type; a truth value other than 0 and 1; a key that is empty, longer than 65535 bytes, not UTF-8, or
/// there twice; an alignment that is not a power of two; RoPE factors of another type, or outside the file.
/// @param start     the first bytes of the file
/// @param file_size how many bytes the whole file has
Result<GgufStart> read_gguf(std::span<const std::uint8_t> start, std::uint64_t file_size);

/// The elements of a tensor. Errors: another number of bytes than its size.
/// @param bytes those of the file from tensor.offset on, tensor.size of them
Result<std::vector<double>> decode_tensor(const GgufTensor& tensor,
                                          std::span<const std::uint8_t> bytes);

}  // namespace posenc
