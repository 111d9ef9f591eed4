// Prelude of every case file: it is put in front of the file, and the two run as one script.
// It holds the value printer, `test` and `patched`; it holds no cases.
//
// Cases replace parts of the standard library, so the printer takes what it needs up front and
// never iterates with the protocol it helps to test: no for-of, no spread, no destructuring.

const test = (function () {
  "use strict";
  const out = typeof print === "function" ? print : console.log;
  const getPrototypeOf = Object.getPrototypeOf;
  const getOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
  const getOwnPropertySymbols = Object.getOwnPropertySymbols;
  const keysOf = Object.keys;
  const isArray = Array.isArray;
  const arrayPrototype = Array.prototype;
  const objectPrototype = Object.prototype;
  const is = Object.is;
  const call = Function.prototype.call;
  const uncurry = Function.prototype.bind.bind(call);
  const charCodeAt = uncurry(String.prototype.charCodeAt);
  const padStart = uncurry(String.prototype.padStart);
  const toRadix = uncurry(Number.prototype.toString);
  const symbolString = uncurry(Symbol.prototype.toString);
  const mapEach = uncurry(Map.prototype.forEach);
  const setEach = uncurry(Set.prototype.forEach);
  const valueOfNumber = uncurry(Number.prototype.valueOf);
  const valueOfString = uncurry(String.prototype.valueOf);
  const valueOfBoolean = uncurry(Boolean.prototype.valueOf);
  const hasOwn = uncurry(Object.prototype.hasOwnProperty);
  const MapClass = Map;
  const SetClass = Set;
  const ErrorClass = Error;
  const NumberClass = Number;
  const StringClass = String;
  const BooleanClass = Boolean;

  function quote(text) {
    let result = '"';
    for (let i = 0; i < text.length; i++) {
      const unit = charCodeAt(text, i);
      if (unit === 34 || unit === 92) {
        result += "\\" + text[i];
      } else if (unit === 10) {
        result += "\\n";
      } else if (unit < 32 || unit > 126) {
        result += "\\u" + padStart(toRadix(unit, 16), 4, "0");
      } else {
        result += text[i];
      }
    }
    return result + '"';
  }

  function isPlainName(text) {
    for (let i = 0; i < text.length; i++) {
      const unit = charCodeAt(text, i);
      const letter = (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 95 || unit === 36;
      const digit = unit >= 48 && unit <= 57;
      if (!letter && !digit) {
        return false;
      }
    }
    return text.length > 0;
  }

  // The name of the class an object belongs to, read without running a getter.
  function className(object) {
    const proto = getPrototypeOf(object);
    if (proto === null) {
      return "null";
    }
    const slot = getOwnPropertyDescriptor(proto, "constructor");
    if (slot === undefined || typeof slot.value !== "function") {
      return proto === objectPrototype ? "Object" : "";
    }
    const name = getOwnPropertyDescriptor(slot.value, "name");
    return name === undefined || typeof name.value !== "string" ? "" : name.value;
  }

  function errorName(error) {
    let object = error;
    while (object !== null) {
      const slot = getOwnPropertyDescriptor(object, "name");
      if (slot !== undefined) {
        return typeof slot.value === "string" ? slot.value : "Error";
      }
      object = getPrototypeOf(object);
    }
    return "Error";
  }

  function property(object, key, path) {
    const slot = getOwnPropertyDescriptor(object, key);
    if (slot === undefined) {
      return "<gone>";
    }
    if (slot.get !== undefined || slot.set !== undefined) {
      return slot.set === undefined ? "<get>" : slot.get === undefined ? "<set>" : "<get/set>";
    }
    return "value" in slot ? show(slot.value, path) : "<get>";
  }

  function named(object, path, skip) {
    let result = "";
    const keys = keysOf(object);
    for (let i = 0; i < keys.length; i++) {
      if (!skip(keys[i])) {
        const key = isPlainName(keys[i]) ? keys[i] : quote(keys[i]);
        result += (result === "" ? "" : ", ") + key + ": " + property(object, keys[i], path);
      }
    }
    const symbols = getOwnPropertySymbols(object);
    for (let i = 0; i < symbols.length; i++) {
      if (getOwnPropertyDescriptor(object, symbols[i]).enumerable) {
        const key = "[" + symbolString(symbols[i]) + "]";
        result += (result === "" ? "" : ", ") + key + ": " + property(object, symbols[i], path);
      }
    }
    return result;
  }

  function joined(first, second) {
    return first === "" ? second : second === "" ? first : first + ", " + second;
  }

  function showArray(array, path) {
    let items = "";
    let holes = 0;
    for (let i = 0; i < array.length; i++) {
      if (!hasOwn(array, i)) {
        holes++;
        if (i + 1 < array.length && !hasOwn(array, i + 1)) {
          continue;
        }
      }
      if (holes > 0) {
        items += (items === "" ? "" : ", ") + (holes === 1 ? "<hole>" : "<" + holes + " holes>");
        holes = 0;
        if (!hasOwn(array, i)) {
          continue;
        }
      }
      items += (items === "" ? "" : ", ") + property(array, i, path);
    }
    const length = array.length;
    const rest = named(array, path, function (key) {
      const number = +key;
      return number >= 0 && number < length && "" + number === key;
    });
    const name = className(array);
    const prefix = getPrototypeOf(array) === arrayPrototype ? "" : name + " ";
    return prefix + "[" + joined(items, rest) + "]";
  }

  function showObject(object, path) {
    for (let i = 0; i < path.length; i++) {
      if (path[i] === object) {
        return "<cycle>";
      }
    }
    const inner = { length: path.length + 1 };
    for (let i = 0; i < path.length; i++) {
      inner[i] = path[i];
    }
    inner[path.length] = object;
    if (typeof object === "function") {
      const slot = getOwnPropertyDescriptor(object, "name");
      const name = slot !== undefined && typeof slot.value === "string" ? slot.value : "";
      return "<function" + (name === "" ? "" : " " + name) + ">";
    }
    if (isArray(object)) {
      return showArray(object, inner);
    }
    const rest = named(object, inner, function () {
      return false;
    });
    if (object instanceof ErrorClass) {
      return "<" + errorName(object) + (rest === "" ? "" : " " + rest) + ">";
    }
    if (object instanceof MapClass || object instanceof SetClass) {
      let items = "";
      const add = function (text) {
        items += (items === "" ? "" : ", ") + text;
      };
      try {
        if (object instanceof MapClass) {
          mapEach(object, function (value, key) {
            add(show(key, inner) + " => " + show(value, inner));
          });
        } else {
          setEach(object, function (value) {
            add(show(value, inner));
          });
        }
        return className(object) + " {" + joined(items, rest) + "}";
      } catch (error) {
        // An object that only inherits from Map.prototype or Set.prototype: shown as plain below.
      }
    }
    try {
      if (object instanceof NumberClass) {
        return joined("Number<" + show(valueOfNumber(object), inner) + ">", rest);
      }
      if (object instanceof StringClass) {
        return "String<" + show(valueOfString(object), inner) + ">";
      }
      if (object instanceof BooleanClass) {
        return joined("Boolean<" + show(valueOfBoolean(object), inner) + ">", rest);
      }
    } catch (error) {
      // As above.
    }
    const name = className(object);
    return (name === "Object" ? "" : name === "" ? "<anonymous> " : name + " ") + "{" + rest + "}";
  }

  function show(value, path) {
    if (typeof value === "string") {
      return quote(value);
    }
    if (typeof value === "symbol") {
      return symbolString(value);
    }
    if (is(value, -0)) {
      return "-0";
    }
    if (value === null || (typeof value !== "object" && typeof value !== "function")) {
      return "" + value;
    }
    return showObject(value, path);
  }

  function run(body) {
    try {
      return show(body(), { length: 0 });
    } catch (error) {
      const isError = typeof error === "object" && error !== null && error instanceof ErrorClass;
      return "THROW " + (isError ? errorName(error) : show(error, { length: 0 }));
    }
  }

  return function test(name, body) {
    out(name + " => " + run(body));
  };
})();

// Runs `body` while `object[key]` is described by `descriptor`, or is absent when that is null,
// and puts back what was there.
const patched = (function () {
  "use strict";
  const getOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
  const defineProperty = Object.defineProperty;
  return function patched(object, key, descriptor, body) {
    const saved = getOwnPropertyDescriptor(object, key);
    delete object[key];
    if (descriptor !== null) {
      descriptor.configurable = true;
      defineProperty(object, key, descriptor);
    }
    try {
      return body();
    } finally {
      delete object[key];
      if (saved !== undefined) {
        defineProperty(object, key, saved);
      }
    }
  };
})();

const ArrayIteratorPrototype = Object.getPrototypeOf([][Symbol.iterator]());
const IteratorPrototype = Object.getPrototypeOf(ArrayIteratorPrototype);
