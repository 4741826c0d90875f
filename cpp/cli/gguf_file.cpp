#include "gguf_file.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

#include "bad_input.hpp"
#include "posenc/argument.hpp"
#include "posenc/model_config/gguf_model.hpp"

namespace {

using namespace posenc;

using Bytes = std::vector<std::uint8_t>;

Bytes bytes_of(std::ifstream& file, std::uint64_t offset, std::uint64_t size) {
  Bytes bytes(static_cast<std::size_t>(size));
  file.clear();
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

GgufHeader header_of(std::ifstream& file, std::uint64_t size) {
  for (std::size_t needed = 0;;) {
    GgufStart start = unwrap(read_gguf(bytes_of(file, 0, needed), size));
    if (start.header) return *std::move(start.header);
    needed = start.needed;
  }
}

}  // namespace

bool is_gguf_file(const std::string& path) {
  constexpr std::string_view magic = "GGUF";
  std::array<char, magic.size()> start{};
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), start.size());
  return file.gcount() == static_cast<std::streamsize>(magic.size()) &&
         std::string_view(start.data(), start.size()) == magic;
}

ConfigValue read_gguf_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::error_code unknown;
  const std::uint64_t size = std::filesystem::file_size(path, unknown);
  if (!file || unknown) throw BadInput("cannot read the file " + quote(path));
  const GgufHeader header = header_of(file, size);
  std::vector<RopeFactors> factors;
  for (const GgufTensor& tensor : header.rope_tensors) {
    factors.push_back(
        {tensor.name, unwrap(decode_tensor(tensor, bytes_of(file, tensor.offset, tensor.size)))});
  }
  return unwrap(gguf_config(header, factors));
}
