import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CheckOptions, checkValue, tidyValue } from './check-value.ts';
import {
  flag,
  integer,
  listAttributes,
  listOf,
  mapOf,
  name,
  objectOf,
  oneOf,
  seconds,
  type TextSetting,
  text,
  texts,
  url,
} from './value-type.ts';

const SETTINGS: Readonly<Record<string, TextSetting>> = {
  on: { type: flag, effect: 'Is on.' },
  home: { type: url, effect: 'Is home.' },
  list: { type: texts, effect: 'Is a list.' },
};

const THING = objectOf(
  () => ({
    name: { type: name },
    age: { type: integer },
    lifespan: { type: seconds },
    enabled: { type: flag },
    colour: { type: oneOf(['red', 'green'], { refused: { blue: 'it is not supported' } }) },
    tags: { type: texts },
    attributes: { type: listAttributes },
    settings: {
      type: mapOf(text, (key) => (Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined)),
    },
    parts: { type: listOf(objectOf(() => ({ name: { type: text } }), 'name')) },
  }),
  'name',
);

const file: CheckOptions = { mode: 'file' };
const api: CheckOptions = { mode: 'api' };

function faultOf(value: unknown, options: CheckOptions): string | undefined {
  const { fault } = checkValue(value, THING, options);
  return fault === undefined ? undefined : `${fault.path} ${fault.problem}`.trim();
}

const REFUSED_EVERYWHERE: readonly (readonly [value: unknown, fault: RegExp])[] = [
  [[], /^must be a JSON object$/],
  [{}, /^name is missing$/],
  [{ name: '' }, /^name is missing$/],
  [{ name: null }, /^name is missing$/],
  [{ name: ['a'] }, /^name must be a string$/],
  [{ name: 'a', age: 'old' }, /^age must be a whole number$/],
  [{ name: 'a', age: true }, /^age must be a whole number$/],
  [{ name: 'a', enabled: 'yes' }, /^enabled must be true or false$/],
  [{ name: 'a', enabled: 1 }, /^enabled must be true or false$/],
  [{ name: 'a', tags: 'x' }, /^tags must be a JSON array$/],
  [{ name: 'a', tags: ['x', {}] }, /^tags\[1\] must be a string$/],
  [{ name: 'a', tags: [null] }, /^tags\[0\] must be something other than null$/],
  [{ name: 'a', attributes: [] }, /^attributes must be a JSON object$/],
  [{ name: 'a', attributes: { locale: [{}] } }, /^attributes\.locale\[0\] must be a string$/],
  [{ name: 'a', parts: [{ name: 'b' }, { title: 'c' }] }, /^parts\[1\]\.name is missing$/],
];

for (const [value, expected] of REFUSED_EVERYWHERE) {
  test(`realm file and admin API: ${JSON.stringify(value)} is rejected with its path`, () => {
    assert.match(faultOf(value, file) ?? '', expected);
    assert.match(faultOf(value, api) ?? '', expected);
  });
}

const CONVERTED: readonly (readonly [value: object, converted: object])[] = [
  [{ age: '42' }, { age: 42 }],
  [{ enabled: 'true' }, { enabled: true }],
  [{ tags: [true, 1] }, { tags: ['true', '1'] }],
  [{ name: 7 }, { name: '7' }],
  [{ settings: { on: true } }, { settings: { on: 'true' } }],
];

for (const [value, expected] of CONVERTED) {
  test(`Keycloak’s import and admin API: ${JSON.stringify(value)} is converted`, () => {
    for (const options of [file, api]) {
      const given = { name: 'a', ...value };
      assert.equal(faultOf(given, options), undefined);
      assert.equal(checkValue(given, THING, options).isUntidy, true);
      assert.deepEqual(tidyValue(given, THING), { name: 'a', ...expected });
    }
  });
}

test('admin API: a converted value must be valid like any other', () => {
  assert.equal(faultOf({ name: 'a', settings: { on: 1 } }, api), 'settings.on must be true or false');
  assert.match(
    faultOf({ name: 'a', lifespan: '-2' }, api) ?? '',
    /^lifespan must be a whole number of seconds/,
  );
  assert.equal(faultOf({ name: 'a', colour: 1 }, api), 'colour must be one of red, green');
});

const WITHOUT_EFFECT: readonly (readonly [value: object, fault: string])[] = [
  [{ lifespan: -2 }, 'lifespan must be a whole number of seconds from -1 to 2147483647'],
  [{ name: 'a\nb' }, 'name must be a string of 1 to 255 characters without control characters'],
  [{ colour: 'pink' }, 'colour must be one of red, green'],
  [{ colour: 'blue' }, 'colour must be one of red, green: it is not supported'],
  [{ settings: { on: 'yes' } }, 'settings.on must be true or false'],
  [{ settings: { home: 'ftp://a' } }, 'settings.home must be an http or https URL'],
];

for (const [value, expected] of WITHOUT_EFFECT) {
  test(`${JSON.stringify(value)} is rejected by the admin API, and kept in a realm file`, () => {
    assert.equal(faultOf({ name: 'a', ...value }, api), expected);
    assert.equal(checkValue([{ name: 'a', ...value }], listOf(THING), file).fault, undefined);
  });
}

test('admin API: stored values need not be valid, new ones must be', () => {
  const before = { name: 'a', lifespan: -2, settings: { on: 'yes' } };
  assert.equal(faultOf(before, { ...api, before }), undefined);
  assert.match(faultOf({ ...before, lifespan: -3 }, { ...api, before }) ?? '', /^lifespan/);
  assert.match(faultOf({ ...before, settings: { on: 'no' } }, { ...api, before }) ?? '', /^settings\.on/);
});

test('a setting that is empty or null is not set', () => {
  for (const value of ['', null])
    assert.equal(faultOf({ name: 'a', settings: { on: value, home: value } }, api), undefined);
});

test('an unknown member is ignored, whatever its value', () => {
  const value = { name: 'a', unknown: null, deep: { tags: 7 } };
  assert.equal(checkValue({ name: 'a', deep: { tags: 7 } }, THING, file).isUntidy, false);
  assert.deepEqual(tidyValue(value, THING), { name: 'a', deep: { tags: 7 } });
});

test('Keycloak’s import: scalars of another type are converted, nulls dropped, single values become lists', () => {
  const value = {
    name: 7,
    age: '42',
    enabled: 'false',
    tags: [true],
    attributes: { locale: 'en' },
    parts: null,
  };
  assert.equal(checkValue(value, THING, file).isUntidy, true);
  assert.deepEqual(tidyValue(value, THING), {
    name: '7',
    age: 42,
    enabled: false,
    tags: ['true'],
    attributes: { locale: ['en'] },
  });
});

test('Keycloak’s admin API: a user attribute may be a text, and a null setting is removed', () => {
  const value = { name: 'a', attributes: { locale: 'en', gone: null }, settings: { on: null } };
  assert.equal(faultOf(value, api), undefined);
  assert.deepEqual(tidyValue(value, THING), {
    name: 'a',
    attributes: { locale: ['en'] },
    settings: { on: null },
  });
});

test('a checked value is tidy after tidying, and a member named __proto__ does no harm', () => {
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const record = fc.record({
    name: fc.string({ minLength: 1 }),
    age: scalar,
    enabled: scalar,
    tags: fc.array(scalar),
    attributes: fc.dictionary(fc.string(), fc.oneof(scalar, fc.array(scalar))),
  });
  fc.assert(
    fc.property(record, (value) => {
      if (checkValue(value, THING, file).fault === undefined)
        assert.equal(checkValue(tidyValue(value, THING), THING, file).isUntidy, false);
    }),
  );
  const hostile: unknown = JSON.parse('{"name": "a", "age": "1", "__proto__": {"enabled": true}}');
  assert.equal((tidyValue(hostile, THING) as { enabled?: unknown }).enabled, undefined);
});

test('Keycloak’s exports: a null among the values of an attribute stands for no value', () => {
  const type = listAttributes;
  const value = { locale: ['en', null], empty: [null] };
  const result = checkValue(value, type, { mode: 'file' });
  assert.equal(result.fault, undefined);
  assert.equal(result.isUntidy, true);
  assert.deepEqual(tidyValue(value, type), { locale: ['en'], empty: [] });
});
