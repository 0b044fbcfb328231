import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IGNORED, kept, partOf } from '#protocol/contract/settings/kept.ts';
import {
  anything,
  flag,
  listOf,
  mapOf,
  numberBetween,
  objectOf,
  oneOf,
  type TextSetting,
  text,
} from '#protocol/contract/settings/value-type.ts';
import { Findings } from './findings.ts';
import { holdsSettings, type Rows, SettingsWalk } from './walk-settings.ts';

const ATTRIBUTES: Readonly<Record<string, TextSetting>> = {
  on: { type: flag, effect: 'Is on.' },
  theme: { type: text, effect: kept('One theme.') },
  code: { type: text, effect: kept('No code.'), secret: true },
};

const ROWS: Rows = {
  name: { type: text, effect: 'Its name.' },
  colour: { type: oneOf(['red', 'green']), effect: 'Its colour.' },
  size: { type: numberBetween(0, 9), effect: 'Its size.' },
  light: { type: anything, effect: kept('Always dark.') },
  limit: { type: anything, effect: kept('No limit.', { usual: [0, -1] }) },
  key: { type: anything, effect: kept('No key.'), secret: true },
  shade: { type: anything, effect: partOf('light') },
  weight: { type: anything, effect: IGNORED },
  kinds: {
    type: listOf(text),
    effect: 'Its kinds.',
    unsupported: (kinds) =>
      (kinds as string[]).filter((kind) => kind !== 'a').map((value) => ({ value, effect: kept('Only a.') })),
  },
  parts: { type: listOf(objectOf(() => ROWS)), effect: 'Its parts.' },
  byName: { type: mapOf(listOf(objectOf(() => ROWS))), effect: 'More parts.' },
  attributes: { type: mapOf(text, (key) => ATTRIBUTES[key]), effect: 'Further settings.' },
};

function walk(record: object): readonly string[] {
  const findings = new Findings();
  new SettingsWalk(findings).object({ ...record }, ROWS);
  return findings
    .list()
    .map(({ path, value, message }) => [path, ...(value === undefined ? [] : [value]), message].join(' | '));
}

for (const [record, ...lines] of [
  [{ name: 'a', colour: 'red', size: 3 }],
  [{ light: false, limit: -1, key: '', weight: 9, shade: 'dark', kinds: ['a'] }],
  [{ light: true }, 'light | true | Always dark.'],
  [{ light: null }],
  [{ limit: '0' }],
  [{ limit: 5 }, 'limit | 5 | No limit.'],
  [{ key: 'abc' }, 'key | No key.'],
  [{ kinds: ['a', 'b', 'c'] }, 'kinds | b | Only a.', 'kinds | c | Only a.'],
  [{ parts: [{ name: 'left', light: true }] }, 'parts[left].light | true | Always dark.'],
  [{ parts: [{}, { light: true }] }, 'parts[1].light | true | Always dark.'],
  [
    { parts: [{ name: 'a', parts: [{ name: 'b', light: 'x' }] }] },
    'parts[a].parts[b].light | x | Always dark.',
  ],
  [{ byName: { north: [{ name: 'a', limit: 7 }] } }, 'byName[north][a].limit | 7 | No limit.'],
  [{ attributes: { theme: 'acme', own: 'x', code: '' } }, 'attributes.theme | acme | One theme.'],
  [{ attributes: { code: 'abc' } }, 'attributes.code | No code.'],
  [
    { attributes: { on: 'maybe' } },
    'attributes.on | Not valid: it must be true or false. Requests that need it are refused or use the default.',
  ],
  [
    { colour: 'pink' },
    'colour | Not valid: it must be one of red, green. Requests that need it are refused or use the default.',
  ],
  [{ colour: '' }],
  [
    { size: 10 },
    'size | Not valid: it must be a whole number from 0 to 9. Requests that need it are refused or use the default.',
  ],
  [
    { constructor: { a: 1 } },
    'constructor | Neither Understudy nor Keycloak 26 has this setting; check its spelling.',
  ],
  [{ parts: 'none', byName: [], attributes: 'none' }],
] as const satisfies readonly (readonly [object, ...string[]])[])
  test(`import report: of ${JSON.stringify(record)}, ${lines.length} settings have no effect`, () => {
    assert.deepEqual(walk(record), lines);
  });

test('import report: a second object begins at its own path', () => {
  const findings = new Findings();
  const settings = new SettingsWalk(findings);
  for (const item of ['ann', 'bob']) settings.object({ limit: 5 }, ROWS, ['users', { item }]);
  assert.deepEqual(
    findings.list().map(({ path, names }) => [path, names]),
    [['users[*].limit', ['ann', 'bob']]],
  );
});

test('import report: only types with rows inside are searched', () => {
  assert.equal(holdsSettings(listOf(objectOf(() => ROWS))), true);
  assert.equal(holdsSettings(mapOf(text, () => undefined)), true);
  assert.equal(holdsSettings(mapOf(listOf(text))), false);
  assert.equal(holdsSettings(anything), false);
});
