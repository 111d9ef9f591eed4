// Classes: constructors, methods, fields, private names, statics, accessors, inheritance.
// Spec: return in try with finally reading this => true

const throws = (f) => {
  try {
    f();
    return "no error";
  } catch (e) {
    return e.name;
  }
};

test("basics", () => {
  class A {
    constructor(x) {
      this.x = x;
    }
    get double() {
      return this.x * 2;
    }
    set double(v) {
      this.x = v / 2;
    }
    m() {
      return this.x;
    }
    static s() {
      return "static";
    }
  }
  const a = new A(3);
  a.double = 10;
  return [a, a.m(), a.double, A.s(), typeof A, A.name, A.length];
});
test("call without new", () => (class A {})());
test("methods are not enumerable and not constructors", () => {
  class A {
    m() {}
    static s() {}
  }
  return [Object.keys(A.prototype), Object.keys(A), Object.getOwnPropertyNames(A.prototype), throws(() => new A.prototype.m()), "prototype" in A.prototype.m];
});
test("own property names of a class", () => Object.getOwnPropertyNames(class A { static x = 1; static m() {} }));
test("prototype is read-only", () => Object.getOwnPropertyDescriptor(class {}, "prototype").writable);
test("class bodies are strict", () => {
  class A {
    m() {
      return this;
    }
    static s() {
      undeclaredInClass = 1;
    }
  }
  const { m } = new A();
  return [m(), throws(A.s)];
});
test("names", () => {
  const anonymous = class {};
  const named = class Inner {};
  const o = { c: class {}, ["d" + 1]: class {} };
  const [e = class {}] = [];
  return [anonymous.name, named.name, o.c.name, o.d1.name, e.name, (class {}).name, new (class {})().constructor.name];
});
test("static name overrides", () => [class { static name = "mine"; }.name, class { static name() {} }.name.length, typeof class { static get name() { return "g"; } }.name]);
test("inner name binding is const", () => {
  const A = class B {
    static f() {
      return B;
    }
    static g() {
      B = 1;
    }
  };
  return [A.f() === A, throws(A.g), typeof B];
});
test("outer name binding can be changed", () => {
  class A {
    static f() {
      return A;
    }
  }
  const old = A;
  A = 5;
  return [A, old.f() === old];
});
test("TDZ of the class name", () => [throws(() => new A()), throws(() => class B extends B {}), throws(() => class C { [C.name]() {} })].concat(typeof class A {}));
test("computed names in order", () => {
  const log = [];
  const k = (n) => (log.push(n), n);
  class A {
    [k("a")]() {}
    static [k("b")]() {}
    [k("c")] = log.push("field c");
    static [k("d")] = log.push("static d");
    get [k("e")]() {}
  }
  log.push("made");
  new A();
  return log;
});
test("fields", () => {
  class A {
    a = 1;
    b = this.a + 1;
    ["c" + 1] = 3;
    d;
    "quoted" = 4;
    5 = 6;
    static s = 7;
    f = () => this.a;
  }
  const o = new A();
  return [o, A.s, "d" in o, o.f.call(null)];
});
test("field initializers run after super()", () => {
  const log = [];
  class A {
    a = log.push("A field");
    constructor() {
      log.push("A body");
    }
  }
  class B extends A {
    b = log.push("B field");
    constructor() {
      log.push("before super");
      super();
      log.push("after super");
    }
  }
  new B();
  return log;
});
test("fields are defined, not set", () => {
  let sets = 0;
  class A {
    set x(v) {
      sets++;
    }
  }
  class B extends A {
    x = 1;
  }
  return [new B().x, sets, Object.keys(new B())];
});
test("field named constructor is not allowed, computed is", () => {
  class A {
    ["constructor"] = 1;
  }
  return new A().constructor;
});
test("fields named get, set, static, async", () => {
  class A {
    get = 1;
    set = 2;
    static = 3;
    async = 4;
    static static = 5;
    static get = 6;
  }
  return [new A(), A.static, A.get];
});
test("function names of fields", () => {
  class A {
    f = () => {};
    #p = function () {};
    static g = class {};
    p() {
      return this.#p.name;
    }
  }
  const a = new A();
  return [a.f.name, a.p(), A.g.name];
});
test("arguments-like names and this in initializers", () => {
  const outer = this;
  class A {
    self = this;
  }
  const a = new A();
  return a.self === a;
});
test("throwing field initializer", () => {
  class A {
    a = 1;
    b = (() => {
      throw new RangeError("b");
    })();
  }
  new A();
});
test("private fields", () => {
  class A {
    #x = 1;
    inc() {
      return ++this.#x;
    }
    static read(o) {
      return o.#x;
    }
  }
  const a = new A();
  a.inc();
  return [a.inc(), A.read(a), Object.keys(a), throws(() => A.read({})), throws(() => A.read(null))];
});
test("private fields: compound assignment and destructuring", () => {
  class A {
    #x = 1;
    #list;
    run() {
      this.#x += 4;
      this.#x **= 2;
      [this.#x, ...this.#list] = [this.#x + 1, 2, 3];
      ({ x: this.#x = 9 } = {});
      return [this.#x, this.#list];
    }
  }
  return new A().run();
});
test("private write to a foreign object", () => {
  class A {
    #x = 1;
    static write(o) {
      o.#x = 2;
    }
  }
  A.write({});
});
test("private methods and accessors", () => {
  class A {
    #v = 1;
    #m(x) {
      return this.#v + x;
    }
    get #a() {
      return this.#v;
    }
    set #a(v) {
      this.#v = v * 10;
    }
    run() {
      this.#a = 2;
      this.#a++;
      return [this.#m(1), this.#a];
    }
  }
  return new A().run();
});
test("private methods cannot be assigned", () => {
  class A {
    #m() {}
    run() {
      this.#m = 1;
    }
  }
  new A().run();
});
test("private getter without setter, setter without getter", () => {
  class A {
    get #g() {
      return 1;
    }
    set #s(v) {}
    run() {
      return [throws(() => (this.#g = 1)), throws(() => this.#s)];
    }
  }
  return new A().run();
});
test("private static", () => {
  class A {
    static #count = 0;
    static #bump() {
      return ++A.#count;
    }
    static run() {
      this.#bump();
      return A.#bump();
    }
  }
  class B extends A {}
  return [A.run(), throws(() => B.run())];
});
test("private in", () => {
  class A {
    #x;
    #m() {}
    static #s;
    static has(o) {
      return [#x in o, #m in o];
    }
    static hasStatic(o) {
      return #s in o;
    }
  }
  return [A.has(new A()), A.has({}), A.hasStatic(A), A.hasStatic({}), throws(() => A.has(1))];
});
test("private names are per class evaluation", () => {
  const make = () =>
    class {
      #x = 1;
      static read(o) {
        return o.#x;
      }
    };
  const A = make();
  const B = make();
  return [A.read(new A()), throws(() => A.read(new B()))];
});
test("private names in nested classes", () => {
  class Outer {
    #x = "outer";
    static test() {
      class Inner {
        #y = "inner";
        read(o) {
          return o.#x + this.#y;
        }
      }
      return new Inner().read(new Outer());
    }
  }
  return Outer.test();
});
test("private name shadowing", () => {
  class Outer {
    #x = "outer";
    test() {
      class Inner {
        #x = "inner";
        read(o) {
          return o.#x;
        }
      }
      return [new Inner().read(new Inner()), throws(() => new Inner().read(this))];
    }
  }
  return new Outer().test();
});
test("private on a frozen object", () => {
  class A {
    #x = 1;
    set(v) {
      this.#x = v;
      return this.#x;
    }
  }
  return Object.freeze(new A()).set(5);
});
test("private stamped by a base that returns another object", () => {
  class Base {
    constructor(o) {
      return o;
    }
  }
  class Stamp extends Base {
    #x = "stamped";
    static read(o) {
      return o.#x;
    }
  }
  const plain = {};
  new Stamp(plain);
  return [Stamp.read(plain), throws(() => new Stamp(plain))];
});
test("private optional chaining", () => {
  class A {
    #x = { y: 1 };
    static read(o) {
      return [o?.#x.y, o?.#x?.y];
    }
  }
  return [A.read(new A()), A.read(null)];
});
test("static blocks", () => {
  const log = [];
  class A {
    static a = log.push("a");
    static {
      log.push("block 1", this === A);
      this.made = 1;
    }
    static b = log.push("b");
    static {
      var local = 2;
      A.local = local;
    }
  }
  return [log, A.made, A.local, typeof local];
});
test("static fields see this and inheritance", () => {
  class A {
    static x = 1;
    static y = this.x + 1;
  }
  class B extends A {
    static z = super.x + this.y;
  }
  return [B.x, B.z, Object.keys(B), Object.getPrototypeOf(B) === A];
});
test("static field is own on write", () => {
  class A {
    static n = 1;
  }
  class B extends A {}
  B.n++;
  return [A.n, B.n];
});
test("extends", () => {
  class A {
    constructor(x) {
      this.x = x;
    }
    m() {
      return "A" + this.x;
    }
    static s() {
      return "sA";
    }
  }
  class B extends A {
    m() {
      return super.m() + "B";
    }
    static s() {
      return super.s() + "sB";
    }
  }
  const b = new B(1);
  return [b.m(), B.s(), b instanceof A, b];
});
test("extends null", () => {
  class A extends null {
    static s() {
      return 1;
    }
  }
  return [Object.getPrototypeOf(A.prototype), Object.getPrototypeOf(A) === Function.prototype, A.s(), throws(() => new A())];
});
test("extends a non-constructor", () => [throws(() => class extends 5 {}), throws(() => class extends (() => {}) {}), throws(() => class extends undefined {}), throws(() => class extends Math.max {})]);
test("extends a function with a bad prototype", () => {
  function F() {}
  F.prototype = 3;
  class A extends F {}
});
test("extends a function with a null prototype", () => {
  function F() {}
  F.prototype = null;
  class A extends F {}
  return Object.getPrototypeOf(A.prototype);
});
test("extends a generator function", () => {
  function* g() {}
  class A extends g {}
});
test("extends a bound function", () => {
  class A {
    constructor(...args) {
      this.args = args;
    }
  }
  const Bound = A.bind(null, 1);
  Bound.prototype = A.prototype;
  class B extends Bound {}
  return new B(2);
});
test("extends an expression", () => {
  const mixin = (Base) =>
    class extends Base {
      mixed() {
        return "mixed " + super.m();
      }
    };
  class A {
    m() {
      return "m";
    }
  }
  class B extends mixin(A) {}
  return new B().mixed();
});
test("this before super", () => {
  class B extends Object {
    constructor() {
      this.x = 1;
    }
  }
  new B();
});
test("no super call", () => {
  class B extends Object {
    constructor() {}
  }
  new B();
});
test("super twice", () => {
  let calls = 0;
  class A {
    constructor() {
      calls++;
    }
  }
  class B extends A {
    constructor() {
      super();
      super();
    }
  }
  return [throws(() => new B()), calls];
});
test("super in an arrow function", () => {
  class A {
    constructor() {
      this.a = 1;
    }
  }
  class B extends A {
    constructor() {
      const init = () => super();
      init();
      this.b = 2;
    }
  }
  return new B();
});
test("super value is this", () => {
  class B extends Object {
    constructor() {
      const t = super();
      this.same = t === this;
    }
  }
  return new B();
});
test("conditional super", () => {
  class A {}
  class B extends A {
    constructor(x) {
      if (x) super();
      else return {};
    }
  }
  return [new B(1) instanceof B, new B(0) instanceof B];
});
test("base constructor returns", () => {
  class A {
    constructor(r) {
      this.x = 1;
      return r;
    }
  }
  return [new A(), new A(5), new A({ y: 2 }), new A(null), new A([3])];
});
test("derived constructor returns", () => {
  class A extends Object {
    constructor(r) {
      super();
      this.x = 1;
      return r;
    }
  }
  return [new A(), new A({ y: 2 }), throws(() => new A(5)), throws(() => new A(null))];
});
test("derived constructor returns an object without super", () => {
  class A extends Object {
    constructor() {
      return { own: 1 };
    }
  }
  return new A();
});
test("return in try with finally reading this", () => {
  class A extends Object {
    constructor() {
      try {
        return undefined;
      } finally {
        super();
      }
    }
  }
  return new A() instanceof A;
});
test("super property reads, writes and receivers", () => {
  class A {
    get v() {
      return "A:" + this.tag;
    }
    set v(x) {
      this.written = x;
    }
  }
  class B extends A {
    tag = "b";
    run() {
      super.v = 5;
      super.plain = 6;
      return [super.v, super["v"], this.written, this.plain, super.missing, Object.keys(this)];
    }
  }
  return new B().run();
});
test("super update and compound assignment", () => {
  class A {
    get n() {
      return this._n;
    }
    set n(v) {
      this._n = v;
    }
  }
  class B extends A {
    _n = 1;
    run() {
      super.n++;
      super.n += 5;
      return super.n;
    }
  }
  return new B().run();
});
test("super call with missing method", () => {
  class A {}
  class B extends A {
    m() {
      return super.nope();
    }
  }
  new B().m();
});
test("super follows the home object, not the receiver", () => {
  class A {
    m() {
      return "A";
    }
  }
  class B extends A {
    m() {
      return "B" + super.m();
    }
  }
  class C extends B {
    m() {
      return "C" + super.m();
    }
  }
  const borrowed = { m: B.prototype.m };
  return [new C().m(), borrowed.m()];
});
test("super after setPrototypeOf of the home's parent", () => {
  class A {
    m() {
      return "A";
    }
  }
  class B extends A {
    m() {
      return super.m();
    }
  }
  Object.setPrototypeOf(B.prototype, { m: () => "swapped" });
  return new B().m();
});
test("super in object literals", () => {
  const base = { m: () => "base" };
  const o = {
    __proto__: base,
    m() {
      return super.m() + "+";
    },
    get g() {
      return super.m();
    },
    arrow() {
      return (() => super.m())();
    },
  };
  return [o.m(), o.g, o.arrow()];
});
test("super delete", () => {
  class A {
    m() {
      delete super.x;
    }
  }
  new A().m();
});
test("super in static methods and accessors", () => {
  class A {
    static get v() {
      return "v of " + this.name;
    }
  }
  class B extends A {
    static get v() {
      return super.v + "!";
    }
  }
  return B.v;
});
test("new.target", () => {
  const seen = [];
  class A {
    constructor() {
      seen.push(new.target === undefined ? "none" : new.target.name);
    }
  }
  class B extends A {}
  new A();
  new B();
  function F() {
    seen.push(typeof new.target);
    (() => seen.push(typeof new.target))();
  }
  F();
  new F();
  return seen;
});
test("new.target makes abstract classes", () => {
  class A {
    constructor() {
      if (new.target === A) throw new TypeError("abstract");
    }
  }
  class B extends A {}
  return [throws(() => new A()), new B() instanceof A];
});
test("extends Array", () => {
  class Stack extends Array {
    peek() {
      return this[this.length - 1];
    }
  }
  const s = new Stack();
  s.push(1, 2);
  const mapped = s.map((x) => x * 2);
  return [s, s.peek(), s.length, Array.isArray(s), mapped instanceof Stack, mapped.peek(), Stack.of(7).peek(), [...s]];
});
test("extends Array, constructor argument", () => {
  class A extends Array {}
  return [new A(3).length, new A(1, 2), A.from("ab")];
});
test("extends Error", () => {
  class MyError extends Error {
    constructor(m) {
      super(m);
      this.name = "MyError";
      this.code = 5;
    }
  }
  const e = new MyError("boom");
  return [String(e), e instanceof Error, e instanceof MyError, e.message, e.code, Object.prototype.toString.call(e)];
});
test("extends Map and Set", () => {
  class DefaultMap extends Map {
    get(k) {
      return this.has(k) ? super.get(k) : "default";
    }
  }
  const m = new DefaultMap([["a", 1]]);
  class S extends Set {}
  return [m.get("a"), m.get("b"), m.size, new S([1, 1]).size, new S() instanceof Set];
});
test("extends Function", () => {
  class F extends Function {}
  const f = new F("a", "return a + 1");
  return [f(1), f instanceof F, f.length];
});
test("extends String, Number, Boolean", () => {
  class S extends String {
    shout() {
      return this.toUpperCase();
    }
  }
  class N extends Number {}
  class B extends Boolean {}
  return [new S("ab").shout(), new S("ab").length, new N(5) + 1, new B(false).valueOf()];
});
test("extends Object passes no properties", () => {
  class A extends Object {}
  return new A({ x: 1 });
});
test("accessors pairs and inheritance", () => {
  class A {
    get v() {
      return "get";
    }
  }
  class B extends A {
    set v(x) {}
  }
  return [new A().v, new B().v, throws(() => {
    "use strict";
    new A().v = 1;
  })];
});
test("static and instance of one name", () => {
  class A {
    static m() {
      return "static";
    }
    m() {
      return "instance";
    }
  }
  return [A.m(), new A().m()];
});
test("later method wins", () => new (class { m() { return 1; } m() { return 2; } })().m());
test("getter then method of one name", () => typeof new (class { get m() { return 1; } m() {} })().m);
test("generator, computed symbol methods", () => {
  class A {
    *[Symbol.iterator]() {
      yield 1;
    }
    static [Symbol.hasInstance](x) {
      return x === 5;
    }
    get [Symbol.toStringTag]() {
      return "Tag";
    }
  }
  return [[...new A()], 5 instanceof A, new A() instanceof A, String(new A())];
});
test("static method named prototype", () => throws(() => class { static ["prototype"]() {} }));
test("methods called with other receivers", () => {
  class A {
    m() {
      return typeof this + this;
    }
  }
  return [A.prototype.m.call(5), A.prototype.m.call("s"), A.prototype.m.call(undefined)];
});
test("classes in loops are fresh", () => {
  const list = [];
  for (let i = 0; i < 3; i++) {
    list.push(
      class {
        static i = i;
        get() {
          return i;
        }
      },
    );
  }
  return [list[0] !== list[1], list.map((C) => C.i), list.map((C) => new C().get())];
});
test("class declarations are block scoped", () => {
  class A {
    static v = "outer";
  }
  {
    class A {
      static v = "inner";
    }
  }
  return A.v;
});
test("class expressions in expressions", () => new (class { constructor(x) { this.x = x; } })(4).x + new (class { y = 1; })().y);
test("toString of a class", () => String(class A { m() {} }));
test("instance properties from the constructor and the prototype", () => {
  class A {
    constructor() {
      this.own = 1;
    }
  }
  A.prototype.shared = [];
  const a = new A();
  const b = new A();
  a.shared.push(1);
  return [b.shared, a.hasOwnProperty("shared"), Object.keys(a)];
});
test("symbol fields and numeric methods", () => {
  const s = Symbol("s");
  class A {
    [s] = 1;
    0() {
      return "zero";
    }
  }
  return [new A()[s], new A()[0]()];
});
test("deep inheritance", () => {
  let Base = class {
    n() {
      return 0;
    }
  };
  for (let i = 0; i < 50; i++) {
    Base = class extends Base {
      n() {
        return super.n() + 1;
      }
    };
  }
  return new Base().n();
});
test("accessor on a subclass overriding a field of the base", () => {
  class A {
    x = 1;
  }
  class B extends A {
    get x() {
      return 2;
    }
  }
  return new B().x;
});
test("method reads its own class through constructor", () => {
  class A {
    static label = "A";
    label() {
      return this.constructor.label;
    }
  }
  class B extends A {
    static label = "B";
  }
  return [new A().label(), new B().label()];
});
test("Symbol.species on a class", () => {
  class A extends Array {
    static get [Symbol.species]() {
      return Array;
    }
  }
  return [new A(1, 2).filter(() => true).constructor === Array, new A(1, 2).constructor === A];
});
test("old-style constructors beside classes", () => {
  function Old(x) {
    this.x = x;
  }
  Old.prototype.m = function () {
    return this.x;
  };
  class New extends Old {
    m() {
      return super.m() + 1;
    }
  }
  return [new New(4).m(), Old.call({}, 1), new Old(2)];
});
test("new with member expressions and calls", () => {
  const ns = { A: class { constructor(v) { this.v = v; } } };
  const make = () => ns.A;
  return [new ns.A(1), new (make())(2), new ns["A"](3).v, new ns.A().v];
});
test("new of non-constructors", () => [throws(() => new (() => 1)()), throws(() => new 5()), throws(() => new Math.max()), throws(() => new ({ m() {} }.m)()), throws(() => new undefined())]);
