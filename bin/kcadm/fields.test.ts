import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandError, UsageError } from './command-error.ts';
import { filterFields, parseFields } from './fields.ts';
import { parseJson, writeCompact } from './json.ts';

for (const [text, position] of [
  ['a,', 2],
  [',a', 0],
  ['a(', 2],
  ['a()', 2],
  ['a)', 1],
  ['a(b', 3],
  ['a(b))', 4],
  ['(a)', 0],
] as const) {
  test(`Keycloak: the fields "${text}" are refused at position ${position}`, () => {
    assert.throws(
      () => parseFields(text),
      (error) =>
        error instanceof CommandError &&
        error.message.startsWith(`Invalid fields specification at position ${position}: ${text}`),
    );
  });
}

test('Keycloak: no fields at all are a usage error', () => {
  assert.throws(
    () => parseFields(''),
    (error) => error instanceof UsageError && /null or empty/.test(error.message),
  );
});

const DOCUMENT =
  '{"id":"1","o":{"x":1,"p":{"y":2}},"list":[{"name":"a","id":2},{"name":"b"}],"words":["v"],"n":null}';

for (const [spec, result] of [
  ['id', '{"id":"1"}'],
  ['words,id', '{"id":"1","words":["v"]}'],
  ['none', '{}'],
  ['o', '{"o":{}}'],
  ['list', '{"list":[{},{}]}'],
  ['o(x)', '{"o":{"x":1}}'],
  ['o(p(*))', '{"o":{"p":{"y":2}}}'],
  ['list(name)', '{"list":[{"name":"a"},{"name":"b"}]}'],
  ['*', '{"id":"1","o":{},"list":[{},{}],"words":["v"],"n":null}'],
  ['*(*)', '{"id":"1","o":{"x":1,"p":{}},"list":[{"name":"a","id":2},{"name":"b"}],"words":["v"],"n":null}'],
  ['*(*),-id,-list', '{"o":{"x":1,"p":{}},"words":["v"],"n":null}'],
  ['*(*,-name),-o', '{"id":"1","list":[{"id":2},{}],"words":["v"],"n":null}'],
  [
    'o,*(*)',
    '{"id":"1","o":{"x":1,"p":{}},"list":[{"name":"a","id":2},{"name":"b"}],"words":["v"],"n":null}',
  ],
  ['id,-id', '{}'],
  [' id', '{}'],
] as const) {
  test(`Keycloak: --fields "${spec}" shows ${result}`, () => {
    assert.equal(writeCompact(filterFields(parseJson(DOCUMENT), parseFields(spec))), result);
  });
}

test('Keycloak: the fields apply to each item of a list, and to nothing else', () => {
  const fields = parseFields('id');
  assert.equal(writeCompact(filterFields(parseJson('[{"id":1,"x":2},{"x":3}]'), fields)), '[{"id":1},{}]');
  assert.equal(writeCompact(filterFields('text', fields)), '"text"');
});
