import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isObject,
  JsonError,
  type JsonNumber,
  objectOf,
  parseJson,
  writeCompact,
  writePretty,
} from './json.ts';

const REFUSED: readonly (readonly [text: string, message: RegExp])[] = [
  ['', /expected a value \(line 1, column 1\)/],
  ['{', /expected a string \(line 1, column 2\)/],
  ['{"a" 1}', /expected ":" \(line 1, column 6\)/],
  ['{"a": 1,}', /expected a string/],
  ['[1 2]', /expected "," or "\]" \(line 1, column 4\)/],
  ['{"a": 1\n "b": 2}', /expected "," or "}" \(line 2, column 2\)/],
  ['1 2', /expected the end of the document/],
  ['007', /expected the end of the document/],
  ['+1', /expected a value/],
  ['.5', /expected a value/],
  ['NaN', /expected a value/],
  ["'a'", /expected a value/],
  ['"a', /a string is unterminated or contains an invalid character/],
  ['"\\x"', /a string is unterminated or contains an invalid character/],
  ['"a\nb"', /a string is unterminated or contains an invalid character/],
  [`${'['.repeat(1001)}`, /nested deeper than 1000 levels/],
];

for (const [text, message] of REFUSED) {
  test(`bad input: ${JSON.stringify(text.slice(0, 20))} is no JSON, and the message says where`, () => {
    assert.throws(
      () => parseJson(text),
      (error) => error instanceof JsonError && message.test(error.message),
    );
  });
}

test('numbers keep their text, and members their order, whatever they are called', () => {
  for (const text of [
    '[1.0,-0,1e3,12345678901234567890]',
    '{"b":1,"10":2,"9":3,"__proto__":{"a":null},"constructor":[]}',
    '{"a":{"b":[{"c":"\\u0001\\""}]},"d":[true,false]}',
  ])
    assert.equal(writeCompact(parseJson(text)), text);
  assert.equal((parseJson('1.50') as JsonNumber).text, '1.50');
});

test('of two members with the same name, the last one counts', () => {
  assert.equal(writeCompact(parseJson('{"a":1,"b":2,"a":3}')), '{"a":3,"b":2}');
});

test('RFC 8259: any JSON is read as JSON.parse reads it, in both layouts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      assert.deepEqual(JSON.parse(writeCompact(parseJson(text))), JSON.parse(text));
      assert.deepEqual(JSON.parse(writePretty(parseJson(text))), JSON.parse(text));
    }),
  );
});

test('RFC 8259: any text is accepted exactly when JSON.parse accepts it', () => {
  const isJson = (text: string, parse: (text: string) => unknown): boolean => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.stringMatching(/^[{}[\]",:0-9truefalsn.eE+\\ -]{0,12}$/), (text) => {
      assert.equal(isJson(text, parseJson), isJson(text, JSON.parse));
    }),
    { numRuns: 2000 },
  );
});

test('Keycloak: the pretty layout has blanks around colons, and brackets of lists on shared lines', () => {
  const value = parseJson(
    '[{"id":"4c3","roles":["a","b"],"none":{},"empty":[],"deep":{"list":[{"x":1},{"x":2}]}}]',
  );
  assert.equal(
    writePretty(value),
    `[ {
  "id" : "4c3",
  "roles" : [ "a", "b" ],
  "none" : { },
  "empty" : [ ],
  "deep" : {
    "list" : [ {
      "x" : 1
    }, {
      "x" : 2
    } ]
  }
} ]`,
  );
});

test('an object is made of the members that are set', () => {
  assert.equal(writeCompact(objectOf({ a: 'x', b: undefined, c: false })), '{"a":"x","c":false}');
  assert.deepEqual([isObject(undefined), isObject([]), isObject(new Map())], [false, false, true]);
});
