#include "posenc/model/safetensors.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>

#include "posenc/argument.hpp"

namespace posenc {

static_assert(std::endian::native == std::endian::little, "numbers are written as memory is");

namespace {

constexpr std::size_t length_bytes = 8;
constexpr std::size_t header_alignment = 8;
constexpr std::string_view metadata_name = "__metadata__";

std::string in_json(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string json = "\"";
  for (const char c : text) {
    if (const auto byte = static_cast<unsigned char>(c); byte < 0x20) {
      json += "\\u00";
      json += digits[byte >> 4U];
      json += digits[byte & 15U];
      continue;
    }
    if (c == '"' || c == '\\') json += '\\';
    json += c;
  }
  return json + '"';
}

/// Each value as text, separated by commas.
template <class Values, class Written>
std::string comma_separated(const Values& values, const Written& written) {
  std::string list;
  for (const auto& value : values) {
    if (!list.empty()) list += ',';
    list += written(value);
  }
  return list;
}

std::string header_of(const Safetensors& content) {
  std::string header = "{";
  if (!content.metadata.empty()) {
    header += in_json(metadata_name) + ":{" +
              comma_separated(content.metadata,
                              [](const auto& pair) {
                                return in_json(pair.first) + ':' + in_json(pair.second);
                              }) +
              '}' + (content.tensors.empty() ? "" : ",");
  }
  std::size_t begin = 0;
  header += comma_separated(content.tensors, [&](const NamedTensor& tensor) {
    const std::size_t end = begin + tensor.values.size() * sizeof(float);
    const auto digits = [](auto number) { return std::to_string(number); };
    std::string place = in_json(tensor.name) + R"(:{"dtype":"F32","shape":[)" +
                        comma_separated(tensor.shape, digits) + R"(],"data_offsets":[)" +
                        digits(begin) + ',' + digits(end) + "]}";
    begin = end;
    return place;
  });
  header += '}';
  header.resize((header.size() + header_alignment - 1) / header_alignment * header_alignment, ' ');
  return header;
}

/// What a header says of a tensor.
struct Place {
  std::string name;
  std::string dtype{};
  std::vector<double> shape{};
  std::vector<double> offsets{};
};

/// Reads a header: JSON, of which the format needs little. Once something else comes than what has to, `missing` says
/// what, and nothing more is read.
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view header) : header_(header) {}

  void read() {
    members([&](std::string name) {
      if (name == metadata_name) {
        members([&](std::string key) {
          auto value = text();
          metadata.emplace_back(std::move(key), std::move(value));
        });
        return;
      }
      Place& place = places.emplace_back(Place{std::move(name)});
      members([&](std::string_view key) {
        if (key == "dtype") {
          place.dtype = text();
        } else if (key == "shape") {
          place.shape = numbers();
        } else if (key == "data_offsets") {
          place.offsets = numbers();
        } else {
          fail("dtype, shape or data_offsets before this place");
        }
      });
    });
    skip_spaces();
    if (next_ < header_.size()) fail("its end");
  }

  std::string_view missing{};
  std::vector<std::pair<std::string, std::string>> metadata{};
  std::vector<Place> places{};
  std::size_t at() const { return next_; }

 private:
  void fail(std::string_view what) {
    if (missing.empty()) missing = what;
  }
  void skip_spaces() {
    next_ = std::min(header_.find_first_not_of(" \t\r\n", next_), header_.size());
  }

  /// Takes that character, if it comes next.
  bool takes(char c) {
    skip_spaces();
    if (!missing.empty() || next_ == header_.size() || header_[next_] != c) return false;
    ++next_;
    return true;
  }

  /// An object; calls value(key) to read each value.
  template <class Value>
  void members(const Value& value) {
    if (!takes('{')) return fail("\"{\"");
    if (takes('}')) return;
    do {
      std::string key = text();
      if (!takes(':')) return fail("\":\"");
      value(std::move(key));
    } while (takes(','));
    if (!takes('}')) fail("\",\" or \"}\"");
  }

  std::string text() {
    std::string result;
    if (!takes('"')) {
      fail("a text in quotation marks");
      return result;
    }
    while (missing.empty() && next_ < header_.size() && header_[next_] != '"') {
      const char c = header_[next_++];
      if (c == '\\') {
        escape(result);
      } else {
        result += c;
      }
    }
    if (!takes('"')) fail("a quotation mark");
    return result;
  }

  /// After a backslash. (A character beyond U+FFFF need not be escaped, and no one does so in a name.)
  void escape(std::string& result) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
    const char letter = next_ < header_.size() ? header_[next_++] : '\0';
    if (const auto n = letters.find(letter); n != std::string_view::npos) {
      result += meant[n];
      return;
    }
    std::uint32_t code = 0;
    int digits = 0;
    for (; letter == 'u' && digits < 4 && next_ < header_.size(); ++digits, ++next_) {
      const auto digit = std::string_view("0123456789abcdef").find(header_[next_] | 0x20);
      if (digit == std::string_view::npos) break;
      code = code << 4U | static_cast<std::uint32_t>(digit);
    }
    if (digits < 4 || (code >= 0xD800 && code < 0xE000)) return fail("a character of a text");
    const auto put = [&](std::uint32_t bits) { result += static_cast<char>(bits); };
    if (code < 0x80) return put(code);
    if (code < 0x800) {
      put(0xC0U | code >> 6U);
    } else {
      put(0xE0U | code >> 12U);
      put(0x80U | (code >> 6U & 0x3FU));
    }
    put(0x80U | (code & 0x3FU));
  }

  /// A list of whole numbers.
  std::vector<double> numbers() {
    std::vector<double> all;
    if (!takes('[')) fail("\"[\"");
    if (takes(']')) return all;
    do {
      skip_spaces();
      const std::size_t begin = next_;
      double value = 0;
      // A whole number of up to 15 digits is exact.
      for (; next_ < begin + 15 && next_ < header_.size(); ++next_) {
        if (header_[next_] < '0' || header_[next_] > '9') break;
        value = 10 * value + (header_[next_] - '0');
      }
      if (next_ == begin) fail("a whole number");
      all.push_back(value);
    } while (takes(','));
    if (!takes(']')) fail("\",\" or \"]\"");
    return all;
  }

  std::string_view header_;
  std::size_t next_ = 0;
};

/// No error for tensors with different names that fill the numbers of the file.
std::optional<Error> check_places(const std::vector<Place>& places, std::size_t data) {
  std::set<std::string_view> names;
  double filled = 0;
  for (const Place& place : places) {
    if (!names.insert(place.name).second) {
      return invalid_argument({"[safetensors] two tensors have the name ", quote(place.name),
                               ", but names must differ"});
    }
    if (place.dtype != "F32") {
      return invalid_argument({"[safetensors] the tensor ", quote(place.name),
                               " must have the type F32 but has ", quote(place.dtype)});
    }
    double bytes = sizeof(float);
    for (const double size : place.shape) bytes *= size;
    const auto& offsets = place.offsets;
    if (offsets.size() != 2 || offsets[1] > static_cast<double>(data) ||
        offsets[1] - offsets[0] != bytes) {
      return invalid_argument({"[safetensors] the data_offsets of the tensor ", quote(place.name),
                               " must be ", bytes,
                               " bytes apart, as its shape says, and within the ", data,
                               " bytes of numbers in the file"});
    }
    filled += bytes;
  }
  if (filled == static_cast<double>(data)) return std::nullopt;
  return invalid_argument({"[safetensors] the tensors must fill the ", data,
                           " bytes of numbers in the file but have ", filled});
}

}  // namespace

std::vector<std::uint8_t> safetensors_bytes(const Safetensors& content) {
  const std::string header = header_of(content);
  std::vector<std::uint8_t> bytes;
  const auto append = [&](const void* from, std::size_t size) {
    const auto* first = static_cast<const std::uint8_t*>(from);
    bytes.insert(bytes.end(), first, first + size);
  };
  const auto length = static_cast<std::uint64_t>(header.size());
  append(&length, length_bytes);
  append(header.data(), header.size());
  for (const auto& [name, shape, values] : content.tensors) {
    append(values.data(), values.size() * sizeof(float));
  }
  return bytes;
}

Result<Safetensors> read_safetensors(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < length_bytes) {
    return invalid_argument(
        {"[safetensors] a file must have at least 8 bytes but has ", bytes.size()});
  }
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), length_bytes);
  const auto rest = bytes.subspan(length_bytes);
  if (length > rest.size()) {
    return invalid_argument(
        {"[safetensors] the file is cut off or not safetensors: its header "
         "would have ",
         length, " bytes, but ", rest.size(), " follow"});
  }
  const auto data = rest.subspan(static_cast<std::size_t>(length));
  HeaderReader header(
      {reinterpret_cast<const char*>(rest.data()), static_cast<std::size_t>(length)});
  header.read();
  if (!header.missing.empty()) {
    return invalid_argument({"[safetensors] the header must have ", header.missing, " at byte ",
                             length_bytes + header.at()});
  }
  if (auto error = check_places(header.places, data.size())) return *error;

  Safetensors content{std::move(header.metadata), {}};
  for (Place& place : header.places) {
    NamedTensor tensor{std::move(place.name), {}, {}};
    for (const double size : place.shape) tensor.shape.push_back(static_cast<std::int64_t>(size));
    const auto begin = static_cast<std::size_t>(place.offsets[0]);
    const auto size = static_cast<std::size_t>(place.offsets[1]) - begin;
    tensor.values.resize(size / sizeof(float));
    if (size > 0) std::memcpy(tensor.values.data(), data.data() + begin, size);
    content.tensors.push_back(std::move(tensor));
  }
  return content;
}

}  // namespace posenc
