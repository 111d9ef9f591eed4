let seed = 12345;
const list = Array.from({ length: 10000 }, () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff));
list.sort((a, b) => a - b);
list.map(String).sort();
