// The cases of array iteration that need Proxy.

const logged = (target) => {
  const log = [];
  const proxy = new Proxy(target, {
    get(object, key, receiver) {
      log.push(String(key));
      return Reflect.get(object, key, receiver);
    },
  });
  return [proxy, log];
};

test("proxy", () => {
  const [proxy, log] = logged([1, 2]);
  return [[...proxy], log];
});
test("proxy, for-of with break", () => {
  const [proxy, log] = logged([1, 2]);
  for (const x of proxy) {
    break;
  }
  return log;
});
test("proxy, destructuring", () => {
  const [proxy, log] = logged([1, 2]);
  const [a] = proxy;
  return [a, log];
});
test("proxy, Array.from", () => {
  const [proxy, log] = logged([1, 2]);
  return [Array.from(proxy), log];
});
test("proxy, call spread", () => {
  const [proxy, log] = logged([3, 2]);
  return [Math.max(...proxy), log];
});
test("proxy in the prototype chain", () => {
  const log = [];
  const a = [1, , 3];
  Object.setPrototypeOf(
    a,
    new Proxy(Array.prototype, {
      get(object, key, receiver) {
        log.push(String(key));
        return Reflect.get(object, key, receiver);
      },
    }),
  );
  return [[...a], log];
});
test("object spread of a proxy", () => {
  const log = [];
  const proxy = new Proxy(
    { a: 1, b: 2 },
    {
      ownKeys(object) {
        log.push("ownKeys");
        return Reflect.ownKeys(object);
      },
      getOwnPropertyDescriptor(object, key) {
        log.push("gopd " + String(key));
        return Reflect.getOwnPropertyDescriptor(object, key);
      },
      get(object, key) {
        log.push("get " + String(key));
        return object[key];
      },
    },
  );
  return [{ ...proxy }, log];
});
test("object rest of a proxy skips excluded keys", () => {
  const log = [];
  const proxy = new Proxy(
    { a: 1, b: 2 },
    {
      getOwnPropertyDescriptor(object, key) {
        log.push("gopd " + String(key));
        return Reflect.getOwnPropertyDescriptor(object, key);
      },
      get(object, key) {
        log.push("get " + String(key));
        return object[key];
      },
    },
  );
  const { a, ...rest } = proxy;
  return [a, rest, log];
});
