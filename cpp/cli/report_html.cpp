#include <string_view>

#include "markup.hpp"
#include "one_line.hpp"
#include "report.hpp"
#include "report_charts.hpp"

// A report as one HTML page.

namespace {

using markup::element;
using markup::escaped;

/// Nothing is loaded and nothing runs, whatever is in a record.
constexpr std::string_view policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

constexpr std::string_view style = R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #1c2733; --soft: #55616e; --line: #c9d1da;
  --mean: #3a73b8; --solved: #1d4676; --h0: #eef3fb; --h1: #c6d9f3; --h2: #92b9e8; --h3: #3a73b8; --h4: #1d4676;
  --on-low: #1c2733; --on-high: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14191f; --ink: #e6ecf2; --soft: #a6b2be; --line: #3a4550; --mean: #5d97d6; --solved: #b9d8f5;
    --h0: #1d2733; --h1: #27425f; --h2: #2f6294; --h3: #74acdf; --h4: #b9d8f5;
    --on-low: #e6ecf2; --on-high: #14191f; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 75rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
p, figcaption, summary { max-width: 45rem; }
.scroll { overflow-x: auto; }
.scroll:focus-visible, summary:focus-visible { outline: 2px solid var(--mean); outline-offset: 2px; }
table { border-collapse: collapse; margin: 0.25rem 0; font-size: 0.9375rem; }
caption { text-align: left; font-weight: 600; padding: 0.25rem 0; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); max-width: 26rem; overflow-wrap: break-word; }
th { font-weight: 600; }
tbody th { font-weight: 400; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.note, figcaption { color: var(--soft); font-size: 0.875rem; }
figure { margin: 1.5rem 0; }
svg { display: block; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); }
svg .axis { stroke: var(--line); }
svg .mean { fill: var(--mean); } svg .solved { fill: var(--solved); }
svg .empty { fill: none; stroke: var(--line); }
.h0 { fill: var(--h0); } .h1 { fill: var(--h1); } .h2 { fill: var(--h2); } .h3 { fill: var(--h3); }
.h4 { fill: var(--h4); }
svg .low { fill: var(--on-low); } svg .high { fill: var(--on-high); }
@media print { .scroll { overflow: visible; } }
)";

std::string paragraph(const std::string& text, std::string_view attributes = "") {
  return text.empty() ? "" : element("p", attributes, escaped(text)) + "\n";
}

std::string cell(std::string_view name, std::string_view scope, const std::string& text,
                 bool is_number) {
  std::string attributes(scope);
  if (is_number) attributes += " class=\"number\"";
  // A name may be written from right to left.
  return element(name, attributes, element("bdi", "", escaped(one_line(text))));
}

std::string as_html(const ReportTable& table) {
  std::string head;
  for (const auto& [title, is_number] : table.columns) {
    head += cell("th", "scope=\"col\"", title, is_number);
  }
  std::string body;
  for (const auto& row : table.rows) {
    std::string cells;
    for (std::size_t n = 0; n < row.size(); ++n) {
      const bool is_number = table.columns[n].is_number;
      cells += n == 0 ? cell("th", "scope=\"row\"", row[n], is_number)
                      : cell("td", "", row[n], is_number);
    }
    body += element("tr", "", cells) + "\n";
  }
  const std::string rows = element("caption", "", escaped(table.title)) + "\n" +
                           element("thead", "", element("tr", "", head)) + "\n" +
                           element("tbody", "", "\n" + body) + "\n";
  return markup::scrolling(table.title, element("table", "", rows)) +
         paragraph(table.note, "class=\"note\"");
}

std::string as_html(const Group& group) {
  std::string text = element("h2", "", escaped(one_line(title_of(group)))) + "\n";
  text += paragraph(summary_of(group));
  text += charts_of(group);
  for (const ReportTable& table : tables_of(group)) text += as_html(table);
  return element("section", "", "\n" + text) + "\n";
}

}  // namespace

std::string report_as_html(const ClassReport& report) {
  const std::string title = escaped(report_title());
  std::string body = element("h1", "", title) + "\n" + paragraph(summary_of(report));
  if (const ReportTable files = left_out_files(report); !files.rows.empty()) body += as_html(files);
  for (const Group& group : report.groups) body += as_html(group);
  return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
         std::string(policy) +
         "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
         element("title", "", title) + "\n" + element("style", "", style) + "\n</head>\n<body>\n" +
         element("main", "", "\n" + body) + "\n</body>\n</html>\n";
}
