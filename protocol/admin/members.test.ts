import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  flag,
  listOf,
  mapOf,
  name,
  objectOf,
  oneOf,
  text,
  textMap,
  texts,
} from '#protocol/contract/settings/value-type.ts';
import { AdminError } from './admin-error.ts';
import { mergeAttributes, own, readExactObject, readList, readObject } from './members.ts';

const RULES = {
  name: { type: name },
  enabled: { type: flag },
  colour: { type: oneOf(['red', 'green']) },
  tags: { type: texts },
  attributes: { type: textMap },
  settings: { type: mapOf(text, (key) => (key === 'on' ? { type: flag, effect: 'Is on.' } : undefined)) },
  parts: { type: listOf(objectOf(() => ({ label: { type: text } }), 'label')) },
};

function problemOf(json: unknown, required: readonly string[] = []): string {
  try {
    readObject(json, RULES, required);
  } catch (error) {
    assert.ok(error instanceof AdminError);
    assert.equal(error.status, 400);
    return error.body.error_description ?? error.body.errorMessage ?? '';
  }
  return assert.fail('was accepted');
}

const REFUSED: readonly (readonly [unknown, RegExp])[] = [
  [undefined, /the body must be a JSON object/],
  [[], /the body must be a JSON object/],
  [{ enabled: 'yes' }, /enabled must be true or false/],
  [{ name: '' }, /name must be a string of 1 to 255/],
  [{ name: 'a\nb' }, /name must be a string of 1 to 255 characters without control/],
  [{ tags: 'a' }, /tags must be a JSON array/],
  [{ tags: ['a', {}] }, /tags\[1\] must be a string/],
  [{ tags: [null] }, /tags\[0\] must be something other than null/],
  [{ attributes: { a: [] } }, /attributes\.a must be a string/],
  [{ parts: [{}] }, /parts\[0\]\.label is missing/],
  [{ colour: 'blue' }, /^colour must be one of red, green$/],
  [{ settings: { on: 'yes' } }, /^settings\.on must be true or false$/],
];

for (const [json, expected] of REFUSED) {
  test(`realm-admin C2: ${JSON.stringify(json)} is rejected, naming the member`, () => {
    assert.match(problemOf(json), expected);
  });
}

test('realm-admin C2: a required member that is null counts as missing', () => {
  assert.match(problemOf({ name: null }, ['name']), /name is missing/);
});

test('realm-admin A1: null members count as absent, unknown members are kept', () => {
  assert.deepEqual(readObject({ name: null, enabled: true, futureMember: { a: [1] } }, RULES), {
    enabled: true,
    futureMember: { a: [1] },
  });
});

test('a list of other values is rejected, naming the position', () => {
  assert.throws(() => readList([{}, 1], RULES), /body\[1\] must be a JSON object/);
});

test('realm-admin C4: given attributes are replaced, empty texts and nulls remove, others stay', () => {
  assert.deepEqual(mergeAttributes({ a: '1', b: '2', c: '3' }, { a: '', b: null, d: '4' }), {
    c: '3',
    d: '4',
  });
});

test('inherited properties are never treated as members', () => {
  for (const key of ['constructor', '__proto__', 'toString']) assert.equal(own({}, key), undefined);
  const attributes = mergeAttributes({}, JSON.parse('{"__proto__":"x"}'));
  assert.equal(Object.getPrototypeOf(attributes), Object.prototype);
});

test('any JSON is either accepted or rejected with 400', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      try {
        readObject(json, RULES);
      } catch (error) {
        assert.ok(error instanceof AdminError && error.status === 400);
      }
    }),
  );
});

test('a body of our own API with a member that does not exist is rejected with those that do', () => {
  const rows = { user: { type: text }, acr: { type: text } };
  assert.deepEqual(readExactObject({ user: 'ann', acr: null }, rows, ['user']), { user: 'ann' });
  assert.throws(
    () => readExactObject({ user: 'ann', acrs: '1' }, rows),
    /"acrs" is not a member of this body; it has user, acr/,
  );
  assert.throws(() => readExactObject({ acr: '1' }, rows, ['user']), /user is missing/);
  assert.throws(() => readExactObject(JSON.parse('{"__proto__":1}'), rows), /"__proto__" is not a member/);
});
