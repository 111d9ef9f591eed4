// `with`, which is not compiled yet.

test("with compiles in sloppy code", () => typeof Function("with (a) ;"));
