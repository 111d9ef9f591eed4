// Statements: try/catch/finally completions, labels, switch, loops, and what they return.

const modes = ["fall", "return", "throw", "break", "continue"];
// One function for each combination of what try, catch and finally do.
const body = (mode, name) =>
  mode === "fall" ? "log.push('" + name + "');" :
  mode === "return" ? "log.push('" + name + "'); return '" + name + " value';" :
  mode === "throw" ? "log.push('" + name + "'); throw '" + name + " error';" :
  "log.push('" + name + "'); " + mode + ";";
const runs = (source) => {
  const log = [];
  let outcome;
  try {
    outcome = "returned " + Function("log", source)(log);
  } catch (e) {
    outcome = "threw " + e;
  }
  return [outcome, log];
};
for (const t of modes) {
  for (const f of modes) {
    test("try " + t + ", finally " + f, () =>
      runs("let turns = 0; for (; turns < 2; turns++) { try { " + body(t, "try") + " } finally { " + body(f, "finally") + " } log.push('end of turn'); } return 'end ' + turns;"));
    test("try throws, catch " + t + ", finally " + f, () =>
      runs("let turns = 0; for (; turns < 2; turns++) { try { throw 'first'; } catch (e) { log.push(e); " + body(t, "catch") + " } finally { " + body(f, "finally") + " } log.push('end of turn'); } return 'end ' + turns;"));
  }
  test("try " + t + ", catch falls", () =>
    runs("let turns = 0; for (; turns < 2; turns++) { try { " + body(t, "try") + " } catch (e) { log.push('caught ' + e); } log.push('end of turn'); } return 'end ' + turns;"));
  test("nested finallys, inner " + t, () =>
    runs("let turns = 0; for (; turns < 2; turns++) { try { try { " + body(t, "inner") + " } finally { log.push('f1'); } } finally { log.push('f2'); } } return 'end ' + turns;"));
  test("finally with its own try, outer " + t, () =>
    runs("let turns = 0; for (; turns < 2; turns++) { try { " + body(t, "try") + " } finally { try { throw 'inner'; } catch (e) { log.push('caught ' + e); } finally { log.push('innermost'); } } } return 'end ' + turns;"));
}
test("return value computed before finally", () => {
  let x = 1;
  const f = () => {
    try {
      return x;
    } finally {
      x = 2;
    }
  };
  return [f(), x];
});
test("return value object changed by finally", () => {
  const f = () => {
    const o = { n: 1 };
    try {
      return o;
    } finally {
      o.n = 2;
    }
  };
  return f();
});
test("throw inside catch", () => {
  try {
    try {
      throw 1;
    } catch (e) {
      throw e + 1;
    }
  } catch (e) {
    return e;
  }
});
test("rethrow keeps identity", () => {
  const error = new Error("x");
  try {
    try {
      throw error;
    } catch (e) {
      throw e;
    }
  } catch (e) {
    return e === error;
  }
});
test("catch without a binding", () => {
  try {
    throw 1;
  } catch {
    return "caught";
  }
});
test("catch parameter shadows and is block scoped", () => {
  const e = "outer";
  try {
    throw "inner";
  } catch (e) {
    var seen = e;
  }
  return [seen, e];
});
test("var in catch of the parameter's name", () => {
  try {
    throw "thrown";
  } catch (e) {
    var e = "assigned";
  }
  return e;
});
test("throw of any value", () => [1, "s", null, undefined, { a: 1 }, NaN].map((v) => {
  try {
    throw v;
  } catch (e) {
    return e;
  }
}));
test("errors from deep calls unwind every finally", () => {
  const log = [];
  const f = (n) => {
    try {
      if (n === 0) throw new RangeError("deep");
      f(n - 1);
    } finally {
      log.push(n);
    }
  };
  try {
    f(4);
  } catch (e) {
    log.push(e.name);
  }
  return log;
});
test("break out of a block through finally", () => {
  const log = [];
  block: {
    try {
      log.push("try");
      break block;
    } finally {
      log.push("finally");
    }
    log.push("never");
  }
  return log;
});
test("labelled continue through two finallys", () => {
  const log = [];
  outer: for (let i = 0; i < 2; i++) {
    try {
      for (let j = 0; j < 2; j++) {
        try {
          log.push(i + "" + j);
          continue outer;
        } finally {
          log.push("inner");
        }
      }
    } finally {
      log.push("outer");
    }
  }
  return log;
});
test("finally in a loop runs each turn", () => {
  let n = 0;
  for (let i = 0; i < 5; i++) {
    try {
      if (i % 2) continue;
    } finally {
      n++;
    }
  }
  return n;
});
test("many different exits through one finally", () => {
  const f = (how) => {
    const log = [];
    const g = () => {
      for (let i = 0; i < 3; i++) {
        try {
          if (how === "return") return "r" + i;
          if (how === "throw") throw "t" + i;
          if (how === "break") break;
          if (how === "continue") continue;
        } finally {
          log.push("f");
        }
        log.push("after");
      }
      return "end";
    };
    try {
      log.push(g());
    } catch (e) {
      log.push(e);
    }
    return log;
  };
  return ["return", "throw", "break", "continue", "none"].map(f);
});
test("stack overflow is a RangeError and can be caught", () => {
  const f = () => f() + 1;
  try {
    f();
  } catch (e) {
    return e instanceof RangeError;
  }
});
test("stack overflow leaves the engine usable", () => {
  let depth = 0;
  const f = () => {
    depth++;
    f();
  };
  for (let i = 0; i < 3; i++) {
    try {
      f();
    } catch {}
  }
  return [1, 2, 3].map((x) => x * 2).concat(depth > 100);
});
test("switch basics", () => {
  const f = (x) => {
    switch (x) {
      case 1:
        return "one";
      case "1":
        return "string one";
      case 2:
      case 3:
        return "two or three";
      default:
        return "other";
    }
  };
  return [1, "1", 2, 3, 4, NaN, undefined].map(f);
});
test("switch falls through, default in the middle", () => {
  const f = (x) => {
    const log = [];
    switch (x) {
      case 1:
        log.push(1);
      default:
        log.push("d");
      case 2:
        log.push(2);
        break;
      case 3:
        log.push(3);
    }
    return log;
  };
  return [1, 2, 3, 4].map(f);
});
test("switch evaluates cases lazily, in order", () => {
  const log = [];
  const c = (v) => (log.push(v), v);
  switch (2) {
    case c(1):
    case c(2):
    case c(3):
  }
  switch (9) {
    case c("a"):
    default:
    case c("b"):
  }
  return log;
});
test("switch is strict", () => {
  const f = (x) => {
    switch (x) {
      case NaN:
        return "NaN";
      case 0:
        return "zero";
      case null:
        return "null";
      default:
        return "default";
    }
  };
  return [f(NaN), f(-0), f("0"), f(null), f(undefined)];
});
test("switch on strings, many cases", () => {
  const f = (s) => {
    switch (s) {
      case "alpha": return 1;
      case "beta": return 2;
      case "gamma": return 3;
      case "delta": return 4;
      case "epsilon": return 5;
      case "zeta": return 6;
      case "eta": return 7;
      case "theta": return 8;
    }
  };
  return ["alpha", "the" + "ta", "beta", "none", "eta"].map(f);
});
test("switch on ints, doubles, negatives", () => {
  const f = (n) => {
    switch (n) {
      case -1: return "m1";
      case 0: return "z";
      case 1: return "o";
      case 2.5: return "d";
      case 1000: return "k";
      case 2147483648: return "big";
    }
  };
  return [-1, 0, 1, 2.5, 1000, 2147483648, 3].map(f);
});
test("switch with continue inside a loop", () => {
  const log = [];
  for (let i = 0; i < 4; i++) {
    switch (i) {
      case 1:
        continue;
      case 2:
        break;
      default:
        log.push("d" + i);
    }
    log.push(i);
  }
  return log;
});
test("empty switch evaluates its subject", () => {
  let n = 0;
  switch (n++) {
  }
  return n;
});
test("switch true", () => {
  const f = (n) => {
    switch (true) {
      case n < 0:
        return "negative";
      case n > 0:
        return "positive";
    }
    return "zero";
  };
  return [f(-1), f(1), f(0)];
});
test("while, do-while, for", () => {
  const log = [];
  let n = 0;
  while (n < 2) log.push("w" + n++);
  do {
    log.push("d" + n);
  } while (n++ < 3);
  for (;;) {
    if (n > 5) break;
    log.push("f" + n++);
  }
  return log;
});
test("do-while with continue tests the condition", () => {
  let n = 0;
  do {
    n++;
    if (n < 3) continue;
    break;
  } while (n < 10);
  let once = 0;
  do {
    once++;
    continue;
  } while (false);
  return [n, once];
});
test("for with all parts empty or commas", () => {
  let log = [];
  for (let i = 0, j = 10; i < j; i += 3, j--) log.push([i, j]);
  let k = 0;
  for (; k < 3; ) k++;
  return [log, k];
});
test("labelled blocks and loops", () => {
  const log = [];
  a: for (let i = 0; i < 3; i++) {
    b: for (let j = 0; j < 3; j++) {
      if (j === 1) continue a;
      if (i === 2) break a;
      log.push(i + "" + j);
    }
  }
  c: {
    log.push("in c");
    if (log.length) break c;
    log.push("never");
  }
  d: e: for (;;) {
    break d;
  }
  return log;
});
test("label on a function call statement and if", () => {
  let n = 0;
  l: if (true) {
    n++;
    break l;
    n++;
  }
  return n;
});
test("same label twice in sequence", () => {
  let n = 0;
  x: for (;;) {
    n++;
    break x;
  }
  x: for (;;) {
    n++;
    break x;
  }
  return n;
});
test("break inside switch inside labelled loop", () => {
  let n = 0;
  loop: for (;;) {
    switch (n++) {
      case 0:
        break;
      case 1:
        continue loop;
      default:
        break loop;
    }
  }
  return n;
});
test("dangling else", () => {
  const f = (a, b) => {
    if (a)
      if (b) return "ab";
      else return "a";
    return "none";
  };
  return [f(1, 1), f(1, 0), f(0, 1)];
});
test("else-if chains", () => [1, 2, 3, 4].map((n) => {
  if (n === 1) return "a";
  else if (n === 2) return "b";
  else if (n === 3) return "c";
  else return "d";
}));
test("automatic semicolons", () => {
  let a = 1
  let b = 2
  const f = () => {
    return
    5
  }
  let c = a
  ++b
  const d = [1, 2]
  ;[a] = d
  return [a, b, c, f()]
});
test("comma in for and return", () => {
  const f = () => (1, 2, 3);
  let n = 0;
  for (n++, n++; n < 4; n++, n++);
  return [f(), n];
});
test("early return from nested loops", () => {
  const f = () => {
    for (const a of [1, 2]) for (const b in { x: 1 }) while (true) return a + b;
  };
  return f();
});
test("eval-like completion values through Function", () => Function("return (function () { if (1) 5; })()")());
test("deep nesting of blocks", () => {
  let n = 0;
  { { { { { { { { n++; let n2 = n; { const n3 = n2 + 1; n = n3; } } } } } } } } }
  return n;
});
test("deep recursion within reason", () => {
  const f = (n) => (n === 0 ? 0 : 1 + f(n - 1));
  return f(5000);
});
test("mutual recursion", () => {
  const even = (n) => (n === 0 ? true : odd(n - 1));
  const odd = (n) => (n === 0 ? false : even(n - 1));
  return [even(1000), odd(999)];
});
test("getter loops", () => {
  let n = 0;
  const o = {
    get more() {
      return n++ < 3;
    },
  };
  let turns = 0;
  while (o.more) turns++;
  return turns;
});
test("debugger and empty statements", () => {
  ;;;
  debugger;
  if (1);
  return "ok";
});
test("comments and line terminators", () => {
  /* a */ const a = /* b */ 1; // c
  const b = a /* multi
  line */ + 1;
  return [a, b];
});
test("HTML-like comments in scripts", () => Function("let x = 1;\n<!-- comment\n--> comment\nreturn x")());
test("unicode escapes in names", () => {
  const \u0061bc = 1;
  const \u{62}cd = 2;
  const caf\u00e9 = 3;
  return [abc, bcd, café];
});
test("unusual names", () => {
  const $ = 1, _ = 2, $_1 = 3, let_ = 4, of = 5, get = 6, set = 7, async = 8, static_ = 9, ℮ = 10, 変数 = 11;
  return [$, _, $_1, let_, of, get, set, async, static_, ℮, 変数];
});
test("let as a name in sloppy mode", () => Function("var let = 5; return let")());
