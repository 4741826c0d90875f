#include "grade.hpp"

#include "json_text.hpp"
#include "message_of.hpp"
#include "test.hpp"

using nlohmann::json;

namespace {

json graded(const char* answers) {
  return grade_sheet("e13.1", 0, {{"answers", parse_json(answers)}});
}

std::string grade_error(const char* document) {
  return message_of([&] { return grade_sheet("e13.1", 0, parse_json(document)); });
}

}  // namespace

TEST_CASE("grade: texts and numbers, missing, short, null and empty") {
  const json result = graded(R"J({"PE(0)": ["0", 1, null, ""], "PE(1)": [0.841, "0,54"],
    "PE(5)": [], "PE(6)": "", "PE(0).PE(1)": 1.54, "PE(5).PE(6)": "x", "similar": "equal"})J");
  CHECK(result["score"] == 6);
  CHECK(result["max"] == 20);
  REQUIRE(result["items"].size() == 20);
  CHECK(result["items"][5] == parse_json(R"J({"item": "PE(1)[1]", "outcome": "right",
    "reason": null, "read": 0.54, "message": null, "first": null, "why": null})J"));
  CHECK(result["items"][2]["outcome"] == "empty");
  CHECK(result["items"][6]["outcome"] == "empty");
  CHECK(result["items"][17]["outcome"] == "unreadable");
  CHECK(result["items"][17]["message"] ==
        "unknown name \"x\" at character 1; expected a number, pi, sin, cos, exp, sqrt or ln");
  CHECK(result["items"][17]["read"].is_null());
  CHECK(result["items"][17]["first"] == "This could not be read, and counts as left blank.");
  CHECK(result["items"][17]["why"].is_null());
}

TEST_CASE("grade: a reason is a name, with the words for it beside it") {
  const json result = graded(R"J({"PE(5)": ["", "0.28", "0.479"]})J");
  CHECK(result["items"][9]["outcome"] == "form");
  CHECK(result["items"][9]["reason"] == "rounded");
  CHECK(result["items"][10]["outcome"] == "wrong");
  CHECK(result["items"][10]["reason"] == "exponent");
  CHECK(result["items"][10]["first"] == "The exponent is 2i/d, not i/d.");
  CHECK(result["items"][10]["why"] ==
        "Each pair takes up two dimensions: pair i begins at dimension 2i, which is divided by "
        "d.");
  CHECK(result["score"] == 0.5);
}

TEST_CASE("grade: answers of another shape are bad input") {
  CHECK(grade_error("[]") == "the document must be an object with an \"answers\" object");
  CHECK(grade_error(R"J({"answers": []})J") ==
        "the document must be an object with an \"answers\" object");
  CHECK(grade_error(R"J({"answers": {"PE(1)": [1, 2, 3, 4, 5]}})J") ==
        "\"PE(1)\" must have at most 4 components but has 5");
  CHECK(grade_error(R"J({"answers": {"PE(1)": "1"}})J") ==
        "\"PE(1)\" must be an array of 4 components but is of type string");
  CHECK(grade_error(R"J({"answers": {"PE(1)": [true]}})J") ==
        "the answer to \"PE(1)[0]\" must be a string or a number but is of type boolean");
  CHECK(grade_error(R"J({"answers": {"similar": {}}})J") ==
        "the answer to \"similar\" must be a string or a number but is of type object");
  CHECK(grade_error(R"J({"answers": {"PE(2)": [1]}})J") ==
        "the answer to \"PE(2)\" must be a string or a number but is of type array");
  CHECK(grade_error(R"J({"answers": {"PE(2).PE(3)": "1"}})J") ==
        "[exercise] e13.1 does not ask for \"PE(2).PE(3)\", only for PE(0)[0] … similar");
  CHECK(grade_error(R"J({"answers": {"PE(1)[2]": "1"}})J") ==
        "\"PE(1)[2]\" must be given as a component of \"PE(1)\"");
  const std::string told = message_of([] { return grade_sheet("e13.2", 0, parse_json("{}")); });
  CHECK(told.starts_with("[exercise] the exercise must be one of e13.1, e13.1-why, "));
  CHECK(told.ends_with(" but got \"e13.2\""));
}

TEST_CASE("grade: a variant asks for other things, and says which") {
  const json own = exercise_sheet("e13.1", 0);
  CHECK(own["facts"]["positions"] == "0, 1, 5, 6");
  CHECK(own["items"].size() == 20);
  CHECK(own["items"][0] == parse_json(R"J({"id": "PE(0)[0]", "group": "PE(0)", "choices": [],
    "hint": "Dimension 0 is the sine of pair i = 0, whose frequency is 10000^(-2*0/4). The angle is 0 times that, in radians.",
    "decimals": 3})J"));
  const json solution = solution_sheet("table-parameters", 0);
  CHECK(solution.dump() == R"({"exercise":"table-parameters","seed":0,"steps":[)"
                           R"({"item":"parameters","value":"393216","working":"512*768"},)"
                           R"({"item":"last","value":"511","working":"512 - 1"}]})");
  CHECK(message_of([] { return solution_sheet("quiz", 0); }).ends_with("but got \"quiz\""));
  const json variant = exercise_sheet("e13.1", 7);
  CHECK(variant["seed"] == 7);
  CHECK(variant["facts"] != own["facts"]);
  CHECK(variant["items"][0]["id"] != own["items"][0]["id"]);
  CHECK(message_of([] { return exercise_sheet("e13.1", 0.5); }) ==
        message_of([] { return grade_sheet("e13.1", 0.5, parse_json("{}")); }));
}
