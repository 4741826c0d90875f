#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The arguments of one subcommand: what it accepts, what was given, and its --help. CLI11 parses them; only
/// command_line.cpp includes its header, which takes long to compile.

using Arguments = std::vector<std::string>;

/// One way to call the command, such as "eval FILE.json", and its description.
struct Usage {
  std::string_view call;
  std::string_view about;
};

/// Why arguments cannot be parsed, before their values are checked.
struct Misuse {
  enum class Kind { missing_value, given_twice, unknown_option, extra_word, missing_word };
  Kind kind;
  /// The option or word that it is about, as typed; empty for missing_word.
  std::string name;
};

/// Thrown for --help: the text to print.
struct HelpRequest {
  std::string text;
};

class CommandLine {
 public:
  explicit CommandLine(std::span<const Usage> usage);
  CommandLine(CommandLine&&) noexcept;
  ~CommandLine();

  /// The heading in --help of the options that are declared next.
  void group(const std::string& title);
  /// An option without a value.
  void flag(const std::string& name, const std::string& about);
  /// An option with one value: any text, even one that starts with a dash.
  /// @param value the name of the value in --help, e.g. "FILE"
  void option(const std::string& name, const std::string& value, const std::string& about);
  /// An argument that is not an option. Those that are not required come last.
  void word(const std::string& name, const std::string& about, bool required = true);
  /// Any number of arguments that are not options, after all others.
  void words(const std::string& name, const std::string& about);

  /// @param sentence_for the message of the BadInput thrown for a misuse
  /// Throws HelpRequest for --help.
  void parse(const Arguments& arguments,
             const std::function<std::string(const Misuse&)>& sentence_for);

  /// The option or word's value; nullptr if it was not given.
  const std::string* value(const std::string& name) const;
  /// All words under a name that words() declared.
  const Arguments& values(const std::string& name) const;
  bool has(const std::string& name) const { return value(name) != nullptr; }

 private:
  struct Parser;

  std::unique_ptr<Parser> parser_;
};

/// The usage line of each call, with its description.
std::string usage_text(std::span<const Usage> usage);

/// The value as a number. @param name how an error names it
double parsed_number(const std::string& name, const std::string& text);

/// The items of a list such as "rope,none", between commas.
std::vector<std::string> items_in(const std::string& text);

/// The numbers of a list such as "8,16". @param name how an error names each
std::vector<double> parsed_numbers(const std::string& name, const std::string& text);
