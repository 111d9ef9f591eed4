// Runs generated programs, each in a realm of its own, and prints their logs.
// usage: node node_runner.js PROGRAMS LOGS; the programs, and their logs, are separated by lines of the form `//@@`.
"use strict";
const fs = require("fs");
const vm = require("vm");

const programs = fs.readFileSync(process.argv[2], "utf8").split("//@@\n");
let text = "";
for (const program of programs) {
  const lines = [];
  const print = (line) => void lines.push(line);
  const sandbox = Object.create(null, { print: { value: print, writable: true } });
  const context = vm.createContext(sandbox);
  try {
    vm.runInContext(program, context, { timeout: 20000 });
  } catch (error) {
    const e = Object(error);
    const clock = e.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    lines.push(clock ? "timeout" : e.name === "SyntaxError" ? "uncaught SyntaxError" : "uncaught");
  }
  text += lines.join("\n") + "\n//@@\n";
}
fs.writeFileSync(process.argv[3], text);
