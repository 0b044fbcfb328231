import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAttributePath } from './attribute-path.ts';
import { CommandError } from './command-error.ts';

const REFUSED: readonly (readonly [text: string, message: RegExp])[] = [
  ['', /^Invalid attribute key: {2}\(at position 1\)/],
  ['.a', /^Invalid attribute key: \.a \(at position 1\)/],
  ['a.', /^Invalid attribute key: a\. \(at position 3\)/],
  ['a..b', /^Invalid attribute key: a\.\.b \(at position 3\)/],
  ['a."b', /^Invalid attribute key: a\."b \(at position 3\)/],
  ['a."b"c', /^Invalid attribute key: a\."b"c \(at position 3\)/],
  ['a.""', /^Invalid attribute key: a\."" \(at position 3\)/],
  ['a"b"', /^Invalid attribute key: a"b" \(at position 1\)/],
  ['a[0]b', /^Invalid attribute key: a\[0\]b \(at position 1\)/],
  ['a[', /^Invalid attribute key/],
  ['+', /^Invalid attribute key/],
  ['name[x]', /^Invalid attribute key: name\[x\] \(Invalid array index: '\[x\]'\)/],
  ['name[-1]', /Invalid array index: '\[-1\]'/],
  ['name[]', /Invalid array index: '\[\]'/],
  ['name[9999999]', /Invalid array index/],
];

for (const [text, message] of REFUSED) {
  test(`Keycloak: the attribute name ${JSON.stringify(text)} is refused`, () => {
    assert.throws(
      () => parseAttributePath(text),
      (error) => error instanceof CommandError && message.test(error.message),
    );
  });
}

const names = (text: string): unknown[] =>
  parseAttributePath(text).steps.map(({ name, index }) => [name, index]);

test('Keycloak: dots separate names, and quotation marks keep the dots of a name', () => {
  assert.deepEqual(names('attributes.phone'), [
    ['attributes', undefined],
    ['phone', undefined],
  ]);
  assert.deepEqual(names('config."user.model.attribute"'), [
    ['config', undefined],
    ['user.model.attribute', undefined],
  ]);
  assert.deepEqual(names('a b.c-d:e'), [
    ['a b', undefined],
    ['c-d:e', undefined],
  ]);
});

test('Keycloak: [N] is a place in a list, and a plus at the end appends', () => {
  assert.deepEqual(names('redirectUris[2]'), [['redirectUris', 2]]);
  assert.deepEqual(names('a[0].b'), [
    ['a', 0],
    ['b', undefined],
  ]);
  assert.deepEqual(parseAttributePath('webOrigins+'), {
    text: 'webOrigins+',
    steps: [{ name: 'webOrigins', index: undefined }],
    appends: true,
  });
  assert.equal(parseAttributePath('webOrigins').appends, false);
});
