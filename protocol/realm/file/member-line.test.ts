import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMemberLine } from './member-line.ts';

const TEXT = `{
  "realm": "shop",
  "note": "\\"clients\\": [",
  "clients": [
    { "clientId": "a", "attributes": {} },
    {
      "clientId": "b",
      "attributes": {
        "saml": "x",
        "saml.encrypt": "y"
      }
    }
  ]
}`;

for (const [path, line] of [
  ['realm', 2],
  ['clients', 4],
  ['clients[0].clientId', 5],
  ['clients[1]', 6],
  ['clients[1].clientId', 7],
  ['clients[1].attributes.saml.encrypt', 10],
  ['clients[1].attributes.missing', 8],
  ['clients[7].clientId', 4],
] as const) {
  test(`a realm file's fault at ${path} is in line ${line}`, () => {
    assert.equal(findMemberLine(TEXT, path), line);
  });
}

test('a realm in an array is found by its index; what the file does not have has no line', () => {
  assert.equal(findMemberLine(`[\n${TEXT},\n${TEXT}]`, '[1].realm'), TEXT.split('\n').length + 3);
  assert.equal(findMemberLine(TEXT, 'users[0].username'), undefined);
  assert.equal(findMemberLine('7', 'realm'), undefined);
});
