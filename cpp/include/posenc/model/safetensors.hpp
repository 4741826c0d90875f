#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "posenc/error.hpp"

/// Safetensors, in which PyTorch programs exchange weights: the length of the header in 8 bytes, a header in JSON
/// with the type, shape and place of each tensor, and the numbers, row by row. All in little-endian order.
/// Source: the section "Format" of the README of huggingface/safetensors, at commit 0034b77; that offsets have no
/// gaps and the header begins with "{": safetensors/src/tensor.rs.
namespace posenc {

/// A tensor of 32-bit floats, the only type that is written or read.
struct NamedTensor {
  std::string name;
  std::vector<std::int64_t> shape;
  std::vector<float> values;  // the last axis runs fastest

  bool operator==(const NamedTensor&) const = default;
};

struct Safetensors {
  std::vector<std::pair<std::string, std::string>> metadata;
  std::vector<NamedTensor> tensors;

  bool operator==(const Safetensors&) const = default;
};

/// The file. The header is padded with spaces, so that numbers begin at a multiple of 8 bytes.
/// Precondition: as many values as the shape says; names differ; all text is UTF-8.
std::vector<std::uint8_t> safetensors_bytes(const Safetensors& content);

/// Reads such a file: names of tensors and of metadata in the order of the header, wherever the numbers are.
/// Errors: a file that is cut off or not safetensors; a header that is not as the format says, with the place; a
/// tensor of another type than F32, or whose place does not fit its shape or the file; two of one name.
Result<Safetensors> read_safetensors(std::span<const std::uint8_t> bytes);

}  // namespace posenc
