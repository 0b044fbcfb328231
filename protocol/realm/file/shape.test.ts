import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RealmFileError } from './realm-file-error.ts';
import { checkShape, type Shape, type ShapeFindings, tidy } from './shape.ts';

const SHAPE: Shape = {
  members: {
    name: 'string',
    age: 'number',
    enabled: 'boolean',
    tags: { list: 'string' },
    attributes: { map: { list: 'string', orOne: true } },
    parts: { list: { members: { name: 'string' }, required: ['name'] } },
  },
  required: ['name'],
};

function check(value: unknown): ShapeFindings {
  const findings: ShapeFindings = { isUntidy: false };
  checkShape(value, SHAPE, '', findings);
  return findings;
}

const REFUSALS: readonly (readonly [value: unknown, member: string, problem: RegExp])[] = [
  [[], '', /must be an object/],
  [{}, 'name', /is missing/],
  [{ name: '' }, 'name', /is missing/],
  [{ name: null }, 'name', /is missing/],
  [{ name: ['a'] }, 'name', /must be a text/],
  [{ name: 'a', age: 'old' }, 'age', /must be a number/],
  [{ name: 'a', age: true }, 'age', /must be a number/],
  [{ name: 'a', enabled: 'yes' }, 'enabled', /must be true or false/],
  [{ name: 'a', enabled: 1 }, 'enabled', /must be true or false/],
  [{ name: 'a', tags: 'x' }, 'tags', /must be a list/],
  [{ name: 'a', tags: ['x', {}] }, 'tags[1]', /must be a text/],
  [{ name: 'a', tags: [null] }, 'tags[0]', /not null/],
  [{ name: 'a', attributes: [] }, 'attributes', /must be an object/],
  [{ name: 'a', attributes: { locale: [{}] } }, 'attributes.locale[0]', /must be a text/],
  [{ name: 'a', parts: [{ name: 'b' }, { title: 'c' }] }, 'parts[1].name', /is missing/],
];

for (const [value, member, problem] of REFUSALS) {
  test(`a representation is refused by the path of its member: ${JSON.stringify(value)}`, () => {
    assert.throws(
      () => check(value),
      (error: unknown) =>
        error instanceof RealmFileError &&
        error.member === member &&
        problem.test(error.message) &&
        error.remedy !== '',
    );
  });
}

test('members that are not known are left alone, whatever they hold', () => {
  const value = { name: 'a', unknown: null, deep: { tags: 7 } };
  assert.equal(check(value).isUntidy, false);
  assert.deepEqual(tidy(value, SHAPE), value);
});

test('scalars of another kind are read as Keycloak reads them, nulls of known members as left out', () => {
  const value = {
    name: 7,
    age: '42',
    enabled: 'false',
    tags: [true],
    attributes: { locale: 'en' },
    parts: null,
  };
  assert.equal(check(value).isUntidy, true);
  assert.deepEqual(tidy<unknown>(value, SHAPE), {
    name: '7',
    age: 42,
    enabled: false,
    tags: ['true'],
    attributes: { locale: ['en'] },
  });
});

test('what passes the check is tidy after tidying, and a member named __proto__ harms nothing', () => {
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const record = fc.record({
    name: fc.string({ minLength: 1 }),
    age: scalar,
    enabled: scalar,
    tags: fc.array(scalar),
  });
  fc.assert(
    fc.property(record, (value) => {
      let isGood = true;
      try {
        check(value);
      } catch (error) {
        isGood = false;
        assert.ok(error instanceof RealmFileError);
      }
      if (isGood) assert.equal(check(tidy<unknown>(value, SHAPE)).isUntidy, false);
    }),
  );
  const hostile: unknown = JSON.parse('{"name": "a", "age": "1", "__proto__": {"enabled": true}}');
  assert.equal((tidy(hostile, SHAPE) as { enabled?: unknown }).enabled, undefined);
});
