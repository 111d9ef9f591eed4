const map = new Map();
for (let i = 0; i < 20000; i++) map.set(i, i);
let sum = 0;
for (let i = 0; i < 40000; i++) sum += map.get(i) ?? 1;
for (let i = 0; i < 20000; i += 2) map.delete(i);
for (const [k, v] of map) sum += k + v;
