#include "../evaluated.hpp"
#include "test.hpp"

// What the kinds of biases take and give; the numbers themselves are those of tests/reference/alibi.json.

TEST_CASE("evaluate: slopes, of one series for each number of heads") {
  CHECK(to_text(value_of("slopes", R"({"heads": [2, 1]})")) ==
        "[[0.0625,0.00390625],[0.00390625]]");
  CHECK(to_text(value_of("slopes", R"({"heads": [3], "max_bias": 4})")) == "[[0.25,0.0625,0.5]]");
  CHECK(to_text(value_of("slopes_geometric", R"({"heads": [4], "max_bias": 8})")) ==
        "[[0.25,0.0625,0.015625,0.00390625]]");
  CHECK(value_of("slopes", R"({"heads": []})").empty());
}

TEST_CASE("evaluate: a masked key is null, and a bias of 0 has no sign") {
  CHECK(to_text(value_of("bias_causal", R"({"heads": 1, "query_len": 2, "key_len": 3})")) ==
        "[[[-0.00390625,0.0,null],[-0.0078125,-0.00390625,0.0]]]");
  CHECK(to_text(value_of("bias_symmetric", R"({"heads": 1, "query_len": 1, "key_len": 2})")) ==
        "[[[-0.00390625,0.0]]]");
  CHECK(to_text(value_of("bias_symmetric",
                         R"({"heads": 1, "query_len": 1, "key_len": 2, "max_bias": 4})")) ==
        "[[[-0.0625,0.0]]]");
  CHECK(to_text(value_of("bias_key_only",
                         R"({"heads": 1, "key_len": 2, "origin": "last_key_is_zero"})")) ==
        "[[-0.00390625,0.0]]");
  CHECK(to_text(value_of("causal_attention_equal_logits",
                         R"({"heads": 1, "query_len": 1, "key_len": 1})")) == "[[[1.0]]]");
}

TEST_CASE("evaluate: T5 buckets and their bias") {
  CHECK(to_text(value_of("t5_buckets", R"({"bidirectional": true, "num_buckets": 32,
      "max_distance": 128, "relative_positions": [0, -1, 1, 500]})")) == "[0.0,1.0,17.0,31.0]");
  CHECK(to_text(value_of("t5_bias", R"({"bidirectional": false, "num_buckets": 2, "max_distance": 2,
      "table": [[1, 10], [2, 20]], "query_len": 2, "key_len": 3})")) ==
        "[[[2.0,1.0,1.0],[2.0,2.0,1.0]],[[20.0,10.0,10.0],[20.0,20.0,10.0]]]");
}

TEST_CASE("evaluate: bad params of ALiBi are errors that name the value and what was expected") {
  const auto count = [](const std::string& subject, const std::string& got) {
    return subject + " must be a whole number above 0 and below 2^31 but got " + got;
  };
  for (const char* kind : {"slopes", "slopes_geometric"}) {
    CHECK(error_of(kind, R"({"heads": [8, 0]})") == count("[alibi] heads", "0"));
    CHECK(error_of(kind, R"({"heads": [-8]})") == count("[alibi] heads", "-8"));
    CHECK(error_of(kind, R"({"heads": [7.5]})") == count("[alibi] heads", "7.5"));
    CHECK(error_of(kind, R"({"heads": [1e300]})") == count("[alibi] heads", "1e+300"));
    CHECK(error_of(kind, R"({"heads": 8})") == "\"heads\" must be an array but got 8");
    CHECK(
        error_of(kind, R"({"heads": [2147483647]})") ==
        "[alibi] the slopes would have 1 x 2147483647 elements, but at most 67108864 are computed "
        "at once");
    CHECK(error_of(kind, R"({"heads": [8], "max_bias": 0})") ==
          "[alibi] max_bias must be a number above 0 and at most 1000 but got 0");
    CHECK(error_of(kind, R"({"heads": [8], "max_bias": 1e4})") ==
          "[alibi] max_bias must be a number above 0 and at most 1000 but got 10000");
    CHECK(error_of(kind, R"({"heads": [8], "max_bias": "8"})") ==
          "\"max_bias\" must be a number but got \"8\"");
  }
  for (const char* kind : {"bias_symmetric", "bias_causal", "causal_attention_equal_logits"}) {
    CHECK(error_of(kind, R"({"heads": 0, "query_len": 1, "key_len": 1})") ==
          count("[alibi] heads", "0"));
    CHECK(error_of(kind, R"({"heads": 4, "query_len": 0, "key_len": 1})") ==
          count("[alibi] query_len", "0"));
    CHECK(error_of(kind, R"({"heads": 4, "query_len": 1, "key_len": 9007199254740994})") ==
          count("[alibi] key_len", "9007199254740994"));
    CHECK(error_of(kind, R"({"heads": 4, "query_len": 6, "key_len": 5})") ==
          "[alibi] query_len must be at most key_len, 5, but got 6");
    CHECK(error_of(kind, R"({"heads": 4, "query_len": 2147483647, "key_len": 2147483647})") ==
          "[alibi] the bias would have 4 x 2147483647 x 2147483647 elements, but at most 67108864 "
          "are computed at once");
    CHECK(error_of(kind, R"({"heads": 65537, "query_len": 1, "key_len": 1})") ==
          "[alibi] the bias would have 65537 heads, but at most 65536 are computed at once");
    CHECK(error_of(kind, R"({"heads": 4, "key_len": 1})") == "params must have \"query_len\"");
    CHECK(error_of(kind, R"({"heads": [4], "query_len": 1, "key_len": 1})") ==
          "\"heads\" must be a number but got an array");
  }
  const auto key_only = [](const char* params) { return error_of("bias_key_only", params); };
  CHECK(key_only(R"({"heads": 4, "key_len": 2.5, "origin": "last_key_is_zero"})") ==
        count("[alibi] key_len", "2.5"));
  CHECK(key_only(R"({"heads": 4, "key_len": 2, "origin": "middle"})") ==
        "[alibi] origin must be \"first_key_is_zero\" or \"last_key_is_zero\" but got \"middle\"");
  CHECK(key_only(R"({"heads": 4, "key_len": 2})") ==
        "[alibi] origin must be \"first_key_is_zero\" or \"last_key_is_zero\" but got \"\"");
  CHECK(key_only(R"({"heads": 4, "key_len": 2147483647, "origin": "last_key_is_zero"})") ==
        "[alibi] the bias would have 4 x 2147483647 elements, but at most 67108864 are computed at "
        "once");
}

TEST_CASE("evaluate: bad params of T5 are errors that name the value and what was expected") {
  const auto buckets = [](const char* params) { return error_of("t5_buckets", params); };
  CHECK(
      buckets(R"({"bidirectional": true, "num_buckets": 7, "max_distance": 128,
                    "relative_positions": [0]})") ==
      "[t5] num_buckets must be an even number of at least 4, half for each direction, but got 7");
  CHECK(buckets(R"({"bidirectional": false, "num_buckets": 1, "max_distance": 128,
                    "relative_positions": [0]})") ==
        "[t5] num_buckets must be at least 2 but got 1");
  CHECK(buckets(R"({"bidirectional": false, "num_buckets": -2, "max_distance": 128,
                    "relative_positions": [0]})") ==
        "[t5] num_buckets must be a whole number above 0 and below 2^31 but got -2");
  CHECK(buckets(R"({"bidirectional": false, "num_buckets": 32, "max_distance": 16,
                    "relative_positions": [0]})") ==
        "[t5] max_distance must be above 16, the number of distances with their own bucket, "
        "but got 16");
  CHECK(
      buckets(R"({"bidirectional": false, "num_buckets": 32, "max_distance": 128,
                    "relative_positions": [0, 0.5]})") ==
      "[t5] each of relative_positions must be a whole number between -2^53 and 2^53 but got 0.5");
  CHECK(buckets(R"({"bidirectional": false, "num_buckets": 32, "max_distance": 128,
                    "relative_positions": [9007199254740994]})") ==
        "[t5] each of relative_positions must be a whole number between -2^53 and 2^53 but got "
        "9007199254740994");
  CHECK(buckets(R"({"bidirectional": "yes", "num_buckets": 32, "max_distance": 128,
                    "relative_positions": [0]})") ==
        "\"bidirectional\" must be true or false but got \"yes\"");
  const auto bias = [](const char* rest) {
    const std::string params =
        std::string(R"({"bidirectional": false, "num_buckets": 2, "max_distance": 2, )") + rest +
        "}";
    return error_of("t5_bias", params.c_str());
  };
  CHECK(
      bias(R"("table": [[1]], "query_len": 1, "key_len": 1)") ==
      "[t5] the table must have a row for each of the 2 buckets and a column for each head but is "
      "1 x 1");
  CHECK(
      bias(R"("table": [], "query_len": 1, "key_len": 1)") ==
      "[t5] the table must have a row for each of the 2 buckets and a column for each head but is "
      "0 x 0");
  CHECK(bias(R"("table": [[1], [2, 3]], "query_len": 1, "key_len": 1)") ==
        "\"table\" must be an array of rows of equal length but got an array");
  CHECK(bias(R"("table": [[1], [2]], "query_len": 2, "key_len": 1)") ==
        "[t5] query_len must be at most key_len, 1, but got 2");
  CHECK(bias(R"("table": [[1], [2]], "query_len": 8193, "key_len": 8193)") ==
        "[t5] the bias would have 1 x 8193 x 8193 elements, but at most 67108864 are computed at "
        "once");
}
