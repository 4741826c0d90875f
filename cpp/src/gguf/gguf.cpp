#include "posenc/gguf/gguf.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "../utf8.hpp"

namespace posenc {
namespace {

constexpr std::string_view magic = "GGUF";
constexpr std::size_t first_bytes = std::size_t{64} << 10U;
constexpr int max_array_depth = 4;
constexpr std::size_t max_key_bytes = 65535;
constexpr std::uint32_t max_dimensions = 4;
// The fewest bytes of a key with its value, and of what is said of a tensor.
constexpr std::uint64_t min_key_bytes = 8 + 4 + 1;
constexpr std::uint64_t min_tensor_bytes = 8 + 4 + 4 + 8;

/// Of a value of that type; for strings and arrays the fewest.
std::uint64_t bytes_of(GgufType type) {
  constexpr std::array<std::uint8_t, gguf_type_names.size()> sizes{1, 1, 2,     2, 4, 4, 4,
                                                                   1, 8, 4 + 8, 8, 8, 8};
  return sizes[static_cast<std::size_t>(type)];
}

std::uint64_t bytes_of(GgufTensorType type) { return type == GgufTensorType::f32 ? 4 : 2; }

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t bits = 0;
  for (std::size_t n = bytes.size(); n-- > 0;) {
    bits = bits << 8U | static_cast<std::uint8_t>(bytes[n]);
  }
  return bits;
}

std::string_view as_text(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

double float_of(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

/// IEEE 754 binary16: a sign, 5 bits of exponent, 10 bits of fraction.
double half_of(std::uint64_t bits) {
  const auto exponent = static_cast<int>(bits >> 10U & 0x1FU);
  const auto fraction = static_cast<double>(bits & 0x3FFU);
  double magnitude = std::ldexp(fraction + 1024, exponent - 25);
  if (exponent == 0) magnitude = std::ldexp(fraction, -24);
  if (exponent == 31) {
    using Limits = std::numeric_limits<double>;
    magnitude = fraction == 0 ? Limits::infinity() : Limits::quiet_NaN();
  }
  return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

double number_of(GgufType type, std::uint64_t bits) {
  using enum GgufType;
  if (type == float32) return float_of(bits);
  if (type == float64) return std::bit_cast<double>(bits);
  if (type != int8 && type != int16 && type != int32 && type != int64) {
    return static_cast<double>(bits);
  }
  const std::uint64_t unused = 64 - 8 * bytes_of(type);
  return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

std::size_t utf8_bytes(std::string_view text) {
  Utf8Decoder decoder(text);
  while (!decoder.at_end() && decoder.take()) {
  }
  return decoder.taken();
}

std::string as_utf8(std::string_view text) {
  std::string all;
  for (;;) {
    const std::size_t good = utf8_bytes(text);
    all += text.substr(0, good);
    if (good == text.size()) return all;
    all += "\uFFFD";
    text.remove_prefix(good + 1);
  }
}

std::string one_line(std::string_view text) {
  constexpr std::size_t limit = 64;
  std::string line = as_utf8(text.substr(0, limit));
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  return text.size() > limit ? line + " ..." : line;
}

std::string shown(std::string_view text) { return '"' + one_line(text) + '"'; }

std::string shown(const GgufValue& value) {
  const std::string type = joined({"the ", name(value.type), " "});
  if (const auto* boolean = std::get_if<bool>(&value.value)) {
    return joined({type, *boolean ? "true" : "false"});
  }
  if (const auto* number = std::get_if<double>(&value.value)) return joined({type, *number});
  if (const auto* text = std::get_if<std::string>(&value.value)) {
    return joined({type, shown(*text)});
  }
  const auto& array = std::get<GgufArray>(value.value);
  return joined({"an array of ", array.length, " elements of type ", name(array.element_type)});
}

Error refused(std::initializer_list<MessagePart> message) {
  return invalid_argument({"[gguf] ", joined(message)}).about("file");
}

bool is_rope_tensor(std::string_view name) {
  constexpr std::string_view of_layer = "blk.";
  if (name.starts_with(of_layer)) {
    const auto digits_end = name.find_first_not_of("0123456789", of_layer.size());
    const bool is_numbered = digits_end != std::string_view::npos && digits_end > of_layer.size() &&
                             name[digits_end] == '.';
    if (!is_numbered) return false;
    name.remove_prefix(digits_end + 1);
  }
  return name == "rope_freqs.weight" || name == "rope_factors_long.weight" ||
         name == "rope_factors_short.weight";
}

/// Reads what a header consists of. Once something is missing or wrong, `is_good` is false and nothing that was read may be
/// used: either there is an error, or more bytes are needed.
class Reader {
 public:
  Reader(std::span<const std::uint8_t> start, std::uint64_t file_size)
      : start_(as_text(start)), file_size_(file_size) {}

  bool is_good() const { return !error_ && needed_ == 0; }
  const std::optional<Error>& error() const { return error_; }
  std::uint64_t at() const { return at_; }

  /// How many bytes to read next time.
  std::size_t needed() const {
    const std::uint64_t more = std::max(
        {needed_, std::uint64_t{2} * start_.size(), static_cast<std::uint64_t>(first_bytes)});
    return static_cast<std::size_t>(
        std::min({more, file_size_, static_cast<std::uint64_t>(max_gguf_header_bytes)}));
  }

  void refuse(std::initializer_list<MessagePart> message) {
    if (is_good()) error_ = refused(message);
  }

  /// What errors say from now on, such as: the value of key 3 of 20 ("general.name").
  void enter(std::string_view kind, std::uint64_t n, std::uint64_t count) {
    item_ = joined({" of ", kind, " ", n, " of ", count});
  }
  void enter_named(std::string_view item) { item_ += joined({" (", shown(item), ")"}); }
  std::string place(std::string_view part) const { return joined({"the ", part, item_}); }

  std::string_view bytes(std::uint64_t count, std::string_view part) {
    if (!is_good()) return {};
    if (count > file_size_ - at_) {
      refuse({place(part), " takes ", count, " bytes from byte ", at_,
              " on, but the file ends at byte ", file_size_, ": it is cut off or damaged"});
      return {};
    }
    const std::uint64_t end = at_ + count;
    if (end > max_gguf_header_bytes) {
      refuse({place(part), " ends at byte ", end, ", but only headers of up to ",
              max_gguf_header_bytes, " bytes are read"});
      return {};
    }
    if (end > start_.size()) {
      needed_ = end;
      return {};
    }
    const auto from = static_cast<std::size_t>(std::exchange(at_, end));
    return start_.substr(from, static_cast<std::size_t>(count));
  }

  std::uint64_t whole(std::uint64_t size, std::string_view part) {
    return little_endian(bytes(size, part));
  }
  std::uint32_t uint32(std::string_view part) { return static_cast<std::uint32_t>(whole(4, part)); }
  std::uint64_t uint64(std::string_view part) { return whole(8, part); }
  std::string_view string(std::string_view part) { return bytes(uint64(part), part); }

  /// How many of something there are. Errors: more than the file has bytes for.
  std::uint64_t count(std::string_view of, std::uint64_t min_bytes) {
    const std::uint64_t count = uint64(of);
    if (count > (file_size_ - at_) / min_bytes) {
      refuse({place(of), " is ", count, ", each of at least ", min_bytes, " bytes from byte ", at_,
              " on, but the file ends at byte ", file_size_, ": it is cut off or damaged"});
    }
    return count;
  }

  GgufType type(std::string_view part) {
    const std::uint32_t number = uint32(part);
    if (number < gguf_type_names.size()) return static_cast<GgufType>(number);
    refuse({place(part), " must be from 0 to ", gguf_type_names.size() - 1, " but is ", number});
    return {};
  }

  GgufValue value(GgufType type) {
    if (type == GgufType::string) return {type, as_utf8(string("value"))};
    if (type == GgufType::array) return {type, array(1)};
    const double value = number(type);
    if (type == GgufType::boolean) return {type, value != 0};
    return {type, value};
  }

 private:
  double number(GgufType type) {
    const double value = number_of(type, whole(bytes_of(type), "value"));
    if (type == GgufType::boolean && value > 1) {
      refuse({place("value"), " must be 0 or 1, as it is a boolean, but is ", value});
    }
    return value;
  }

  /// @param depth among arrays, from 1
  GgufArray array(int depth) {
    GgufArray array{type("type of elements")};
    array.length = count("number of elements", bytes_of(array.element_type));
    const bool has_texts = array.element_type == GgufType::string;
    const bool has_arrays = array.element_type == GgufType::array;
    const bool is_kept = array.length <= max_kept_elements;
    if (has_arrays && depth == max_array_depth) {
      refuse({place("value"), " must have at most ", max_array_depth,
              " levels of arrays but has more"});
    }
    if (!is_kept && !has_texts && !has_arrays) {
      bytes(array.length * bytes_of(array.element_type), "value");
      return array;
    }
    for (std::uint64_t n = 0; is_good() && n < array.length; ++n) {
      if (has_arrays) {
        this->array(depth + 1);
      } else if (!has_texts) {
        array.numbers.push_back(number(array.element_type));
      } else if (const std::string_view text = string("value"); is_kept) {
        array.strings.push_back(as_utf8(text));
      }
    }
    return array;
  }

  std::string_view start_;
  std::uint64_t file_size_;
  std::uint64_t at_ = 0;
  std::uint64_t needed_ = 0;
  std::optional<Error> error_;
  std::string item_;
};

void read_magic(Reader& reader, std::uint64_t file_size) {
  const std::string_view found = reader.bytes(std::min<std::uint64_t>(magic.size(), file_size), {});
  if (!magic.starts_with(found)) {
    reader.refuse({"this is not a GGUF file: it must begin with ", shown(magic),
                   " but begins with ", shown(found)});
  }
  reader.bytes(magic.size() - found.size(), "beginning");
}

void read_version(Reader& reader, GgufHeader& header) {
  header.version = reader.uint32("version");
  // The bytes of a small number stand in the other half if their order is the other one.
  if ((header.version & 0xFFFFU) == 0 && header.version != 0) {
    reader.refuse(
        {"the file must be little-endian but is big-endian: its version reads ", header.version});
  } else if (header.version != 2 && header.version != 3) {
    reader.refuse({"the version of the file must be 2 or 3 but is ", header.version});
  }
}

void read_keys(Reader& reader, GgufHeader& header, std::uint64_t count) {
  std::set<std::string_view> keys;
  for (std::uint64_t n = 1; reader.is_good() && n <= count; ++n) {
    reader.enter("key", n, count);
    const std::string_view key = reader.string("name");
    if (!reader.is_good()) return;
    if (key.empty() || key.size() > max_key_bytes) {
      return reader.refuse(
          {reader.place("name"), " must have 1 to ", max_key_bytes, " bytes but has ", key.size()});
    }
    if (const std::size_t good = utf8_bytes(key); good < key.size()) {
      const std::uint64_t at = reader.at() - key.size() + good;
      return reader.refuse(
          {reader.place("name"), " must be in UTF-8, but byte ", at, " of the file is not"});
    }
    reader.enter_named(key);
    if (!keys.insert(key).second) {
      return reader.refuse({reader.place("name"), " must occur once, but an earlier key has it"});
    }
    const GgufType type = reader.type("type");
    GgufValue value = reader.value(type);
    header.entries.push_back({std::string(key), std::move(value)});
  }
}

std::optional<Error> read_alignment(GgufHeader& header) {
  constexpr std::string_view key = "general.alignment";
  POSENC_TRY(found, header.number(key));
  const double alignment = found == nullptr ? header.alignment : *found;
  const bool is_whole = alignment >= 1 && alignment <= 2147483648.0;
  const auto whole = static_cast<std::uint32_t>(is_whole ? alignment : 0);
  if (whole != alignment || !std::has_single_bit(whole)) {
    return refused({key, " must be a power of two, at most 2^31, but is ", alignment});
  }
  header.alignment = whole;
  return std::nullopt;
}

/// Of tensors that change RoPE, the offset is from the first byte of the weights still.
void read_tensors(Reader& reader, GgufHeader& header) {
  std::set<std::string_view> names;
  for (std::uint64_t n = 1; reader.is_good() && n <= header.tensor_count; ++n) {
    reader.enter("tensor", n, header.tensor_count);
    const std::string_view name = reader.string("name");
    if (!reader.is_good()) return;
    reader.enter_named(name);
    const std::uint32_t dimensions = reader.uint32("number of dimensions");
    if (dimensions > max_dimensions) {
      reader.refuse({reader.place("number of dimensions"), " must be at most ", max_dimensions,
                     " but is ", dimensions});
    }
    GgufTensor tensor{std::string(is_rope_tensor(name) ? name : ""), {}};
    double elements = 1;
    for (std::uint32_t d = 0; reader.is_good() && d < dimensions; ++d) {
      tensor.dimensions.push_back(reader.uint64("size"));
      elements *= static_cast<double>(tensor.dimensions.back());
    }
    const std::uint32_t type = reader.uint32("type");
    tensor.offset = reader.uint64("offset");
    if (tensor.name.empty()) continue;
    if (!names.insert(name).second) {
      reader.refuse({reader.place("name"), " must occur once, but an earlier tensor has it"});
    }
    if (type != 0 && type != 1 && type != 30) {
      reader.refuse({reader.place("type"), " must be 0 (F32), 1 (F16) or 30 (BF16) but is ", type});
    }
    if (!(elements >= 1 && elements <= max_rope_factors)) {
      reader.refuse({reader.place("size"), " must be 1 to ", max_rope_factors, " elements but is ",
                     elements});
    }
    if (!reader.is_good()) return;
    tensor.type = static_cast<GgufTensorType>(type);
    tensor.size = static_cast<std::uint64_t>(elements) * bytes_of(tensor.type);
    header.rope_tensors.push_back(std::move(tensor));
  }
}

/// Counts their offsets from the start of the file.
/// @param header_size in bytes
std::optional<Error> place_tensors(GgufHeader& header, std::uint64_t header_size,
                                   std::uint64_t file_size) {
  const std::uint64_t alignment = header.alignment;
  const std::uint64_t weights = (header_size + alignment - 1) / alignment * alignment;
  for (GgufTensor& tensor : header.rope_tensors) {
    if (tensor.offset % alignment != 0) {
      return refused({"the offset of ", tensor.name, " must be a multiple of ", alignment,
                      " but is ", tensor.offset});
    }
    if (weights > file_size || tensor.offset > file_size - weights ||
        tensor.size > file_size - weights - tensor.offset) {
      return refused({tensor.name, " takes ", tensor.size, " bytes from byte ",
                      static_cast<double>(weights) + static_cast<double>(tensor.offset),
                      " on, but the file ends at byte ", file_size, ": it is cut off or damaged"});
    }
    tensor.offset += weights;
  }
  return std::nullopt;
}

GgufHeader read_header(Reader& reader) {
  GgufHeader header;
  read_version(reader, header);
  header.tensor_count = reader.count("number of tensors", min_tensor_bytes);
  const std::uint64_t keys = reader.count("number of keys", min_key_bytes);
  if (keys > max_gguf_keys) {
    reader.refuse({"the number of keys must be at most ", max_gguf_keys, " but is ", keys});
  }
  read_keys(reader, header, keys);
  read_tensors(reader, header);
  return header;
}

/// The value of a key as one of the types it can have. @param expected what an error says it must be
template <class T>
Result<const T*> get(const GgufHeader& header, std::string_view key, std::string_view expected) {
  const GgufValue* value = header.value_of(key);
  const T* const found = value == nullptr ? nullptr : std::get_if<T>(&value->value);
  if (value == nullptr || found != nullptr) return found;
  return refused({one_line(key), " must be ", expected, " but is ", shown(*value)});
}

}  // namespace

const GgufValue* GgufHeader::value_of(std::string_view key) const {
  const auto found = std::ranges::find(entries, key, &Entry::key);
  return found == entries.end() ? nullptr : &found->value;
}

Result<const double*> GgufHeader::number(std::string_view key) const {
  return get<double>(*this, key, "a number");
}

Result<const bool*> GgufHeader::boolean(std::string_view key) const {
  return get<bool>(*this, key, "a boolean");
}

Result<const std::string*> GgufHeader::text(std::string_view key) const {
  return get<std::string>(*this, key, "a string");
}

Result<const std::vector<double>*> GgufHeader::numbers(std::string_view key) const {
  const std::string expected = joined({"an array of at most ", max_kept_elements, " numbers"});
  POSENC_TRY(array, get<GgufArray>(*this, key, expected));
  if (array == nullptr) return nullptr;
  const bool is_empty = array->length == 0 && array->element_type != GgufType::string;
  if (!array->numbers.empty() || is_empty) return &array->numbers;
  return refused({one_line(key), " must be ", expected, " but is ", shown(*value_of(key))});
}

Result<GgufStart> read_gguf(std::span<const std::uint8_t> start, std::uint64_t file_size) {
  const std::uint64_t available = std::min<std::uint64_t>(start.size(), file_size);
  start = start.first(static_cast<std::size_t>(available));
  Reader reader(start, file_size);
  read_magic(reader, file_size);
  GgufHeader header = read_header(reader);
  if (reader.error()) return *reader.error();
  if (!reader.is_good()) return GgufStart{std::nullopt, reader.needed()};
  if (auto error = read_alignment(header)) return *error;
  if (auto error = place_tensors(header, reader.at(), file_size)) return *error;
  return GgufStart{std::move(header)};
}

Result<std::vector<double>> decode_tensor(const GgufTensor& tensor,
                                          std::span<const std::uint8_t> bytes) {
  if (bytes.size() != tensor.size) {
    return refused(
        {tensor.name, " takes ", tensor.size, " bytes of the file but got ", bytes.size()});
  }
  const auto each = static_cast<std::size_t>(bytes_of(tensor.type));
  std::vector<double> elements;
  for (std::size_t at = 0; at < bytes.size(); at += each) {
    const std::uint64_t bits = little_endian(as_text(bytes.subspan(at, each)));
    elements.push_back(tensor.type == GgufTensorType::f16    ? half_of(bits)
                       : tensor.type == GgufTensorType::bf16 ? float_of(bits << 16U)
                                                             : float_of(bits));
  }
  return elements;
}

}  // namespace posenc
