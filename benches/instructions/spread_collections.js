const list = Array.from({ length: 500 }, (_, i) => i);
const set = new Set(list);
const map = new Map(list.map((i) => [i, i]));
const text = "abcdefghij".repeat(50);
let sum = 0;
for (let i = 0; i < 40; i++) sum += [...set].length + [...map].length + [...text].length + [...list.entries()].length;
