const rows = Array.from({ length: 1500 }, (_, i) => ({
  id: i,
  name: "row " + i,
  ratio: i / 7,
  ok: i % 3 === 0,
  tags: ["a", "b\n", "é"],
  inner: { deep: null, text: "some longer text without escapes in it" },
}));
const text = JSON.stringify(rows);
JSON.stringify(JSON.parse(text)).length;
