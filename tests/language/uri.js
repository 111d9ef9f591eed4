// The global functions that encode and decode URIs.

test("encodeURIComponent family", () => [encodeURIComponent("a b&\u00e9\u{1F600}"), encodeURI("a b&\u00e9?x=1#h"), decodeURIComponent("%F0%9F%98%80%20"), decodeURI("%20%26")]);
test("encodeURIComponent of a lone surrogate", () => encodeURIComponent("\ud800"));
test("escape and unescape", () => [escape("a b\u00e9\u4e2d"), unescape("%u4E2D%E9%20%zz")]);
test("what is kept", () => {
  let all = "";
  for (let i = 0; i < 128; i++) all += String.fromCharCode(i);
  return [encodeURI(all), encodeURIComponent(all), escape(all)];
});
for (const bad of ["%", "%4", "%zz", "%80", "%c0%80", "%e0%80%80", "%ed%a0%80", "%f8%80%80%80", "%f4%90%80%80", "%c3", "%c3%28", "a%", "%E4%BD"]) {
  test("decodeURIComponent of " + bad, () => decodeURIComponent(bad));
}
test("decoding keeps reserved ones", () => [decodeURI("%3b%2F%3f%23%41"), decodeURIComponent("%3b%2F%3f%23%41"), decodeURI("%E4%BD%A0")]);
test("lengths", () => [encodeURIComponent, encodeURI, decodeURIComponent, decodeURI, escape, unescape].map((f) => [f.name, f.length].join()));
test("conversions", () => [encodeURIComponent(null), encodeURIComponent([1, 2]), decodeURIComponent(5), encodeURI()]);
