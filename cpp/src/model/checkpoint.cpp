#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "posenc/model/fnv1a.hpp"
#include "posenc/model/trainer.hpp"

// A checkpoint: the letters "POSENCTR", a version, the options in the order of visit_options, for text its checksum, the
// state of the run, and a checksum of everything before it. Numbers are little-endian.

namespace posenc {

static_assert(std::endian::native == std::endian::little, "checkpoints are written as memory is");

namespace {

constexpr std::string_view first_letters = "POSENCTR";
constexpr std::uint32_t current_version = 6;
/// The oldest that is read. It lacks the formula of an encoding, which did not exist yet; later options have their
/// first version in visit_options.
constexpr std::uint32_t without_formula = 2;

std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
  Fnv1a hash;
  for (const std::uint8_t byte : bytes) hash.add(byte);
  return hash.value();
}

class Writer {
 public:
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void put(const T& value) {
    append(&value, sizeof value);
  }
  void put(std::span<const float> values) {
    put(static_cast<std::uint64_t>(values.size()));
    append(values.data(), values.size_bytes());
  }

  // For visit_options.
  void number(const char*, double value) { put(value); }
  template <class E, std::size_t N>
  void choice(const char*, E value, const EnumNames<E, N>&) {
    put(static_cast<std::uint32_t>(value));
  }
  void numbers(const char*, const std::vector<double>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    for (const double value : values) put(value);
  }
  template <class E, std::size_t N>
  void choices(const char*, const std::vector<E>& values, const EnumNames<E, N>&) {
    put(static_cast<std::uint64_t>(values.size()));
    for (const E value : values) put(static_cast<std::uint32_t>(value));
  }
  void text(const char*, const std::string& value) {
    put(static_cast<std::uint64_t>(value.size()));
    append(value.data(), value.size());
  }

  void append(const void* from, std::size_t size) {
    const auto* first = static_cast<const std::uint8_t*>(from);
    bytes.insert(bytes.end(), first, first + size);
  }

  std::vector<std::uint8_t> bytes;
};

/// Reads what Writer wrote. Once something is missing or impossible, `good` is false and nothing that was read
/// may be used.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes, std::uint32_t of_version = current_version)
      : rest_(bytes), version_(of_version) {}

  template <class T>
  T take() {
    T value{};
    copy(&value, sizeof value);
    return value;
  }
  std::vector<float> floats(std::size_t expected) {
    std::vector<float> values(expected);
    good = good && take<std::uint64_t>() == expected;
    copy(values.data(), expected * sizeof(float));
    return values;
  }

  void number(const char*, double& value) { value = take<double>(); }
  template <class Visit>
  void later(std::uint32_t since, const char*, const Visit& visit) {
    if (version_ >= since) visit(*this);
  }
  template <class E, std::size_t N>
  void choice(const char*, E& value, const EnumNames<E, N>& names) {
    const auto number = take<std::uint32_t>();
    good = good && number < N;
    // Tables of names list their values from 0 on.
    if (good) value = names[number].second;
  }
  void numbers(const char*, std::vector<double>& values) {
    values.resize(count_of(sizeof(double)));
    for (double& value : values) value = take<double>();
  }
  template <class E, std::size_t N>
  void choices(const char* name, std::vector<E>& values, const EnumNames<E, N>& names) {
    values.resize(count_of(sizeof(std::uint32_t)));
    for (E& value : values) choice(name, value, names);
  }
  void text(const char*, std::string& value) {
    if (version_ == without_formula) return;
    const auto size = take<std::uint64_t>();
    good = good && size <= rest_.size();
    value.resize(good ? static_cast<std::size_t>(size) : 0);
    copy(value.data(), value.size());
  }

  bool at_end() const { return rest_.empty(); }

  bool good = true;

 private:
  /// Of a list whose elements have that many bytes; 0 if the file is too short for them.
  std::size_t count_of(std::size_t size) {
    const auto count = take<std::uint64_t>();
    good = good && count <= rest_.size() / size;
    return good ? static_cast<std::size_t>(count) : 0;
  }
  void copy(void* to, std::size_t size) {
    good = good && size <= rest_.size();
    if (!good) return;
    std::memcpy(to, rest_.data(), size);
    rest_ = rest_.subspan(size);
  }

  std::span<const std::uint8_t> rest_;
  std::uint32_t version_;
};

Error damaged() {
  return invalid_argument(
      {"[checkpoint] the file is damaged: its checksum does not match its contents"});
}

/// No error if `text` is the one that a run was trained on. @param trained_on its checksum, if the run has a text
std::optional<Error> check_text(const Text* text, std::optional<std::uint64_t> trained_on) {
  if (!trained_on) {
    if (text == nullptr) return std::nullopt;
    return invalid_argument(
        {"[checkpoint] the run was not trained on a text and needs none, but got one"});
  }
  if (text == nullptr) {
    return invalid_argument(
        {"[checkpoint] the run needs the text that it was trained on, with checksum ",
         in_hexadecimal(*trained_on), ", but got none"});
  }
  if (text->checksum() == trained_on) return std::nullopt;
  return invalid_argument({"[checkpoint] the run was trained on a text with checksum ",
                           in_hexadecimal(*trained_on), ", but this text has ",
                           in_hexadecimal(text->checksum())});
}

}  // namespace

std::vector<std::uint8_t> Trainer::checkpoint() const {
  Writer writer;
  writer.append(first_letters.data(), first_letters.size());
  writer.put(current_version);
  visit_options(options_, writer);
  if (text() != nullptr) writer.put(text()->checksum());
  writer.put(static_cast<std::int64_t>(steps_done()));
  writer.put(static_cast<std::int64_t>(diverged_at_.value_or(0)));
  writer.put(of_examples_.state());
  writer.put(of_dropout_.state());
  writer.put(model_.parameters());
  writer.put(adam_.m());
  writer.put(adam_.v());
  writer.put(checksum(writer.bytes));
  return std::move(writer.bytes);
}

Result<Trainer> Trainer::from_checkpoint(std::span<const std::uint8_t> bytes,
                                         std::shared_ptr<const Text> text) {
  if (bytes.size() < first_letters.size() ||
      std::memcmp(bytes.data(), first_letters.data(), first_letters.size()) != 0) {
    return invalid_argument({"[checkpoint] the file is not a checkpoint: it does not begin with \"",
                             first_letters, "\""});
  }
  Reader head(bytes.subspan(first_letters.size()));
  const auto found = head.take<std::uint32_t>();
  if (head.good && (found < without_formula || found > current_version)) {
    return invalid_argument({"[checkpoint] the file is version ", found,
                             ", but this program reads versions ", without_formula, " to ",
                             current_version});
  }
  constexpr std::size_t size = sizeof(std::uint64_t);
  if (!head.good || bytes.size() < first_letters.size() + sizeof found + size) return damaged();
  const auto body = bytes.first(bytes.size() - size);
  if (Reader(bytes.last(size)).take<std::uint64_t>() != checksum(body)) return damaged();

  Reader reader(body.subspan(first_letters.size() + sizeof found), found);
  TrainingOptions options;
  visit_options(options, reader);
  std::optional<std::uint64_t> trained_on;
  if (options.examples == ExampleKind::text) trained_on = reader.take<std::uint64_t>();
  if (!reader.good) return damaged();
  if (auto error = check_text(text.get(), trained_on)) return *error;
  POSENC_TRY(made, make(options, std::move(text)));
  Trainer trainer = std::move(made);
  const auto steps = reader.take<std::int64_t>();
  const auto diverged_at = reader.take<std::int64_t>();
  const auto of_examples = reader.take<Random::State>();
  const auto of_dropout = reader.take<Random::State>();
  const auto own = trainer.model_.mutable_parameters();
  const auto parameters = reader.floats(own.size());
  const auto m = reader.floats(own.size());
  const auto v = reader.floats(own.size());
  // (A generator whose state is 0 would draw only zeros, and never find an example.)
  const bool draws = of_examples != Random::State{} && of_dropout != Random::State{};
  const bool counts = steps >= 0 && static_cast<double>(steps) <= options.steps;
  if (!reader.good || !reader.at_end() || !draws || !counts) return damaged();
  trainer.of_examples_ = Random(of_examples);
  trainer.of_dropout_ = Random(of_dropout);
  std::ranges::copy(parameters, own.begin());
  trainer.adam_.restore(static_cast<Index>(steps), m, v);
  if (diverged_at > 0) trainer.diverged_at_ = static_cast<Index>(diverged_at);
  return trainer;
}

}  // namespace posenc
