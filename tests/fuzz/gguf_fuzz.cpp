// Any bytes as the beginning of a GGUF file: refused with one sentence, or a header whose tensors can be read; the same one
// however much of the file is read at once.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "posenc/gguf/gguf.hpp"
#include "require.hpp"

namespace {

using namespace posenc;
using Bytes = std::span<const std::uint8_t>;

void check_error(const Error& error) {
  const std::string_view text = error.message;
  require(text.starts_with("[gguf] "), "an error begins with what it is of");
  require(text.size() < 600, "an error is short");
  const bool has_control =
      std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  require(!has_control, "an error is one line");
}

void check_value(const GgufHeader& header, const GgufHeader::Entry& entry) {
  require(header.value_of(entry.key) == &entry.value, "every key is found");
  const auto number = header.number(entry.key);
  const auto text = header.text(entry.key);
  const auto boolean = header.boolean(entry.key);
  const auto numbers = header.numbers(entry.key);
  const int types = number.has_value() + text.has_value() + boolean.has_value();
  require(types == (entry.value.type == GgufType::array ? 0 : 1), "a value has one type");
  require(types + numbers.has_value() <= 1, "an array is no single value");
  if (!number) check_error(number.error());
  if (!numbers) check_error(numbers.error());
}

void check_header(const GgufHeader& header, Bytes file, std::uint64_t file_size) {
  for (const auto& entry : header.entries) check_value(header, entry);
  for (const GgufTensor& tensor : header.rope_tensors) {
    require(tensor.size <= file_size && tensor.offset <= file_size - tensor.size,
            "a tensor is within the file");
    if (tensor.offset + tensor.size > file.size()) continue;
    const auto bytes = file.subspan(static_cast<std::size_t>(tensor.offset),
                                    static_cast<std::size_t>(tensor.size));
    require(decode_tensor(tensor, bytes).has_value(), "a tensor is decoded");
  }
}

/// Reads the beginning of a file of that size as far as it is there.
void check_file(Bytes file, std::uint64_t file_size) {
  const auto whole = read_gguf(file, file_size);
  if (!whole) check_error(whole.error());
  if (whole && whole->header) check_header(*whole->header, file, file_size);
  require(!whole || whole->header.has_value() == (whole->needed == 0),
          "more is needed unless there is a header");
  require(file.size() < file_size || !whole || whole->header, "no more is needed than there is");
  for (std::size_t size = 0; size < file.size(); size += 1 + size / 8) {
    const auto part = read_gguf(file.first(size), file_size);
    if (!part) {
      require(!whole && part.error().message == whole.error().message,
              "an error is the same however much is read");
    } else if (part->header) {
      require(
          whole && whole->header && whole->header->entries.size() == part->header->entries.size(),
          "a header is the same however much is read");
    } else {
      require(part->needed > size && part->needed <= file_size, "there is more to read");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check_file({data, size}, size);
  check_file({data, size}, std::uint64_t{1} << 40U);
  return 0;
}
