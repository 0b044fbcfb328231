import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyAttributes, readAttributeChanges } from './apply-attributes.ts';
import { readArguments } from './arguments.ts';
import { CommandError, UsageError } from './command-error.ts';
import { type JsonObject, parseJson, writeCompact } from './json.ts';

const RULES = { options: ['set', 'delete'], takesPositional: false, words: 1 } as const;

function apply(json: string, ...args: readonly string[]): string {
  const object = parseJson(json) as JsonObject;
  applyAttributes(object, readAttributeChanges(readArguments(args, RULES)));
  return writeCompact(object);
}

const REFUSED: readonly (readonly [json: string, change: string, message: RegExp])[] = [
  ['{"a":[{}]}', 'a[0].b=1', /^Can't change a\[0\]\.b: a is a list, not an object\. Set a as a whole/],
  ['{}', 'a[0].b=1', /^Can't change a\[0\]\.b: a is a list, not an object/],
  ['{"a":"x"}', 'a.b=1', /^Can't change a\.b: a is a single value/],
  ['{"a":null}', 'a.b=1', /^Can't change a\.b: a is null/],
  ['{"a":{"b":7}}', 'a.b.c=1', /^Can't change a\.b\.c: b is a single value/],
  ['{}', 'a[99999]=1', /^Can't change a\[99999\]: the list has 0 items\. Use a lower index/],
  ['{}', 'a..b=1', /^Invalid attribute key/],
  ['{}', 'a="x', /^Invalid string value/],
];

for (const [json, change, message] of REFUSED) {
  test(`bad input: -s ${change} cannot be applied to ${json}`, () => {
    assert.throws(
      () => apply(json, '-s', change),
      (error) => error instanceof CommandError && message.test(error.message),
    );
  });
}

test('bad input: -s without =, and -d with a malformed name', () => {
  assert.throws(() => apply('{}', '-s', 'a'), UsageError);
  assert.throws(() => apply('{}', '-d', 'a.'), CommandError);
  assert.throws(() => apply('{"a":[]}', '-d', 'a.b.c'), CommandError);
});

const APPLIED: readonly (readonly [json: string, args: readonly string[], result: string])[] = [
  ['{}', ['-s', 'a=x', '-s', 'b.c=true'], '{"a":"x","b":{"c":true}}'],
  ['{"a":1,"b":2}', ['-s', 'a=3'], '{"a":3,"b":2}'],
  ['{"a":{"b":1}}', ['-s', 'a.c=2'], '{"a":{"b":1,"c":2}}'],
  ['{}', ['-s', 'config."user.model.attribute"=["email"]'], '{"config":{"user.model.attribute":["email"]}}'],
  ['{"a":["x"]}', ['-s', 'a[0]=y', '-s', 'a[2]=z'], '{"a":["y",null,"z"]}'],
  ['{"a":"x"}', ['-s', 'a[0]=y'], '{"a":["y"]}'],
  ['{"a":["x"]}', ['-s', 'a+=y', '-s', 'a+=["z"]'], '{"a":["x","y",["z"]]}'],
  ['{}', ['-s', 'a+=y'], '{"a":["y"]}'],
  ['{"a":"x"}', ['-s', 'a+=y'], '{"a":["y"]}'],
  ['{"a":1,"b":2}', ['-d', 'a'], '{"b":2}'],
  ['{"a":{"b":1,"c":2}}', ['-d', 'a.b'], '{"a":{"c":2}}'],
  ['{"a":["x","y"]}', ['-d', 'a[0]', '-d', 'a[7]'], '{"a":["y"]}'],
  ['{"a":"x"}', ['-d', 'a[0]', '-d', 'none'], '{"a":"x"}'],
  ['{}', ['-d', 'a.b.c'], '{"a":{"b":{}}}'],
  ['{"a":1}', ['-d', 'a', '-s', 'a=2'], '{"a":2}'],
  ['{"a":1}', ['-s', 'a=2', '-d', 'a'], '{}'],
  ['{}', ['-s', '__proto__.x=1', '-s', 'constructor=2'], '{"__proto__":{"x":1},"constructor":2}'],
];

for (const [json, args, result] of APPLIED) {
  test(`Keycloak: ${args.join(' ')} turns ${json} into ${result}`, () => {
    assert.equal(apply(json, ...args), result);
  });
}
