import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandError } from './command-error.ts';
import { type JsonObject, parseJson, writeCompact } from './json.ts';
import { mergeInto } from './merge.ts';

function merge(target: string, source: string): string {
  const object = parseJson(target) as JsonObject;
  mergeInto(object, parseJson(source) as JsonObject);
  return writeCompact(object);
}

for (const [target, source, message] of [
  ['{"a":{"b":1}}', '{"a":"x"}', 'Attribute is of incompatible type - a: "x"'],
  ['{"a":{"b":1}}', '{"a":["x"]}', 'Attribute is of incompatible type - a: ["x"]'],
  ['{"a":[1]}', '{"a":{"b":1}}', 'Attribute is of incompatible type - a: {"b":1}'],
  ['{"a":[1]}', '{"a":null}', 'Attribute is of incompatible type - a: null'],
  ['{"o":{"a":[1]}}', '{"o":{"a":2}}', 'Attribute is of incompatible type - a: 2'],
] as const) {
  test(`Keycloak: ${source} cannot be laid over ${target}`, () => {
    assert.throws(
      () => merge(target, source),
      (error) => error instanceof CommandError && error.message === message,
    );
  });
}

for (const [target, source, result] of [
  ['{"a":1,"o":{"x":1,"y":2}}', '{"o":{"y":3,"z":4},"b":[]}', '{"a":1,"o":{"x":1,"y":3,"z":4},"b":[]}'],
  ['{"a":[1,2]}', '{"a":[3]}', '{"a":[3]}'],
  ['{"a":1}', '{"a":{"b":2}}', '{"a":{"b":2}}'],
  ['{"a":null}', '{"a":["x"]}', '{"a":["x"]}'],
] as const) {
  test(`Keycloak: ${source} laid over ${target} is ${result}`, () => {
    assert.equal(merge(target, source), result);
  });
}
