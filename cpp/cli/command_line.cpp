#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>

#include "bad_input.hpp"
#include "posenc/argument.hpp"

namespace {

/// CLI11 reads [a,b] as a list and [[..]] as its own escape. With this escape, an argument in brackets is read
/// unchanged.
std::string bracket_escaped(const std::string& argument) {
  if (argument.size() < 2 || argument.front() != '[' || argument.back() != ']') return argument;
  std::string text = "[[";
  for (const char c : argument.substr(1, argument.size() - 2)) text.append(2, c);
  return text + "]]";
}

bool is_flag(const CLI::Option& option) { return option.get_expected_max() == 0; }

/// Removes CLI11's spaces at the ends of lines, and repeated blank lines.
std::string tidied(const std::string& text) {
  std::istringstream lines(text);
  std::string tidy;
  for (std::string line; std::getline(lines, line);) {
    line.erase(line.find_last_not_of(' ') + 1);
    if (!line.empty() || !tidy.ends_with("\n\n")) tidy += line + "\n";
  }
  return tidy;
}

/// Whether the argument looks like an option; -1 is a number, and - alone is standard input.
bool looks_like_option(const std::string& argument) {
  const bool has_dash = argument.size() > 1 && argument[0] == '-';
  return has_dash && !(argument[1] >= '0' && argument[1] <= '9');
}

/// The name in "--name" and "--name=value".
std::string name_of_option(const std::string& argument) {
  return argument.substr(0, argument.find('='));
}

}  // namespace

struct CommandLine::Parser {
  CLI::App app;

  /// The option of "--name" and "--name=value"; nullptr if it is unknown.
  const CLI::Option* option_in(const std::string& argument) const {
    return argument.starts_with("--") ? app.get_option_no_throw(name_of_option(argument)) : nullptr;
  }

  /// The misuse of an option without its value, or of a flag with one.
  Misuse mismatch_in(const Arguments& arguments) const {
    const auto flag_with_value = std::ranges::find_if(arguments, [this](const std::string& one) {
      const CLI::Option* option = option_in(one);
      return option != nullptr && is_flag(*option) && one.find('=') != std::string::npos;
    });
    // All arguments were read before a value was missing: the last is the option that lacks it.
    const CLI::Option* last = option_in(arguments.back());
    if (flag_with_value == arguments.end() || (last != nullptr && !is_flag(*last))) {
      return {Misuse::Kind::missing_value, name_of_option(arguments.back())};
    }
    return {Misuse::Kind::unknown_option, *flag_with_value};
  }

  /// The misuse of an extra argument, or of a missing word.
  Misuse misplaced_in(const Arguments& arguments) const {
    bool only_words = false;
    for (const std::string& extra : app.remaining()) {
      if (extra == "--") {
        only_words = true;
        continue;
      }
      const auto found = std::ranges::find(arguments, extra, bracket_escaped);
      const std::string typed = found != arguments.end() ? *found : extra;
      const bool is_option = !only_words && looks_like_option(typed);
      return {is_option ? Misuse::Kind::unknown_option : Misuse::Kind::extra_word, typed};
    }
    return {Misuse::Kind::missing_word, ""};
  }
};

CommandLine::CommandLine(std::span<const Usage> usage) : parser_(std::make_unique<Parser>()) {
  CLI::App& app = parser_->app;
  app.usage(usage_text(usage));
  app.set_help_flag("--help", "print this help");
  app.allow_windows_style_options(false);
  app.get_help_ptr()->group("Options");
  app.get_formatter()->label("POSITIONALS", "Arguments");
  // No column for short names.
  app.get_formatter()->long_option_alignment_ratio(0.07F);
  group("Options");
}

CommandLine::CommandLine(CommandLine&&) noexcept = default;
CommandLine::~CommandLine() = default;

void CommandLine::group(const std::string& title) { parser_->app.option_defaults()->group(title); }

void CommandLine::flag(const std::string& name, const std::string& about) {
  parser_->app.add_flag(name, about)->disable_flag_override();
}

void CommandLine::option(const std::string& name, const std::string& value,
                         const std::string& about) {
  // parse() itself rejects an option that is given twice.
  parser_->app.add_option(name, about)
      ->option_text(value)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void CommandLine::word(const std::string& name, const std::string& about, bool required) {
  parser_->app.add_option(name, about)->required(required)->option_text(" ");
}

void CommandLine::words(const std::string& name, const std::string& about) {
  parser_->app.add_option(name, about)
      ->expected(-1)
      ->option_text(" ")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void CommandLine::parse(const Arguments& arguments,
                        const std::function<std::string(const Misuse&)>& sentence_for) {
  CLI::App& app = parser_->app;
  // CLI11 takes arguments from the back.
  Arguments reversed;
  std::transform(arguments.rbegin(), arguments.rend(), std::back_inserter(reversed),
                 bracket_escaped);
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    throw HelpRequest{tidied(app.help())};
  } catch (const CLI::ArgumentMismatch&) {
    throw BadInput(sentence_for(parser_->mismatch_in(arguments)));
  } catch (const CLI::ParseError&) {
    throw BadInput(sentence_for(parser_->misplaced_in(arguments)));
  }
  std::set<std::string> given;
  for (const CLI::Option* option : app.parse_order()) {
    if (option->get_positional() || is_flag(*option)) continue;
    const std::string name = option->get_name();
    if (given.insert(name).second) continue;
    throw BadInput(sentence_for({Misuse::Kind::given_twice, name}));
  }
}

const std::string* CommandLine::value(const std::string& name) const {
  const Arguments& all = values(name);
  return all.empty() ? nullptr : &all.front();
}

const Arguments& CommandLine::values(const std::string& name) const {
  return parser_->app.get_option(name)->results();
}

std::string usage_text(std::span<const Usage> usage) {
  std::string text;
  for (const auto& [call, about] : usage) {
    text += text.empty() ? "usage: posenc " : "\n       posenc ";
    (text += call) += "\n         ";
    text += about;
  }
  return text;
}

double parsed_number(const std::string& name, const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && stop == end) return value;
  throw BadInput(name + " must be a number but got " + posenc::quote(text));
}

std::vector<std::string> items_in(const std::string& text) {
  std::vector<std::string> items;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    items.push_back(text.substr(from, comma - from));
    from = comma + 1;
  }
  return items;
}

std::vector<double> parsed_numbers(const std::string& name, const std::string& text) {
  std::vector<double> values;
  for (const std::string& item : items_in(text)) values.push_back(parsed_number(name, item));
  return values;
}
