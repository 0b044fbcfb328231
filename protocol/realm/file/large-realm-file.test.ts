// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders in realm files have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runAtOnce } from '#protocol/store/sliced.ts';
import { readRealmsInSlices } from './large-realm-file.ts';
import { parseRealmFile } from './realm-file.ts';
import { RealmFileError } from './realm-file-error.ts';

const read = (text: string) => runAtOnce(readRealmsInSlices(text));

const shop = {
  realm: 'shop',
  clients: [{ clientId: 'users', description: 'a "quoted" [text] {with} brackets, \\ and users: [' }],
  users: [
    { username: 'ann', attributes: { users: ['x'] } },
    { username: 'b\\"', email: ']}' },
  ],
  roles: { realm: [{ name: 'users' }] },
};

for (const [what, value] of [
  ['one realm', shop],
  ['several realms', [shop, { realm: 'empty' }, { realm: 'none', users: [] }, { ...shop, realm: 'other' }]],
  ['a realm whose users are no list', { realm: 'r', users: { username: 'x' } }],
  ['users that are no objects', { realm: 'r', users: [1, null, 'x', [], { username: 'ann' }] }],
  ['users below another member', { realm: 'r', extra: { users: [{ username: 'x' }] } }],
] as const)
  for (const space of [undefined, 2, '\t'])
    test(`${what} is read as JSON reads it (indented by ${JSON.stringify(space) ?? 'nothing'})`, () => {
      const text = JSON.stringify(value, undefined, space);
      assert.deepEqual(read(text), parseRealmFile(text, {}).realms);
    });

test('every JSON object is read as JSON reads it', () => {
  const realm = fc.record({ realm: fc.string(), users: fc.jsonValue(), clients: fc.jsonValue() });
  fc.assert(
    fc.property(fc.oneof(realm, fc.array(realm, { minLength: 1 })), (value) => {
      const text = JSON.stringify(value);
      assert.deepEqual(read(text), parseRealmFile(text, {}).realms);
    }),
  );
});

test('every broken text is refused like by JSON itself', () => {
  const text = JSON.stringify([shop, { realm: 'second', users: [{ username: 'carl' }] }], undefined, 1);
  fc.assert(
    fc.property(
      fc.nat(text.length - 1),
      fc.constantFrom('', '"', '[', ']', '{', '}', ',', 'x'),
      (at, put) => {
        const broken = text.slice(0, at) + put + text.slice(at + 1);
        let expected: unknown;
        try {
          expected = parseRealmFile(broken, {}).realms;
        } catch {
          assert.throws(() => read(broken), RealmFileError);
          return;
        }
        assert.deepEqual(read(broken), expected);
      },
    ),
    { numRuns: 1000 },
  );
});

for (const [what, text, problem] of [
  ['an empty file', '', /not JSON at line 1, column 1: the file ends too early/],
  ['a fault before the users', '{\n "realm" "r", "users": []}', /not JSON at line 2, column 10: found/],
  [
    'a fault in a user',
    '{"realm": "r",\n"users": [\n{"username": "a"},\n{"username" "b"}]}',
    /line 4, column 13/,
  ],
  [
    'a fault after the users',
    '{"realm": "r",\n"users": [{"username": "a"}],\n"enabled": tru}',
    /line 3, column 12/,
  ],
  [
    'a comma without a user',
    '{"realm": "r", "users": [{"username": "a"},\n ]}',
    /line 2, column 2: found "\]/,
  ],
  ['a list of users without an end', '{"realm": "r", "users": [{"username": "a"}', /the file ends too early/],
  [
    'a list of users that ends with a brace',
    '{"realm": "r", "users": [{"username": "a"}}',
    /column 43: found "}/,
  ],
  ['a list of nothing', '[]', /the file contains no realm/],
  ['a text in a list', '[{"realm": "r"}, "x"]', /^\[1\] is not a JSON object/],
  ['a number', '5', /the file is not a JSON object/],
  ['deep nesting', `{"realm": "r", "users": [${'['.repeat(70)}`, /nests deeper than 64 levels/],
] as const)
  test(`${what} is refused with its position or place`, () => {
    assert.throws(
      () => read(text),
      (error) => error instanceof RealmFileError && problem.test(error.message),
    );
  });

test('placeholders are replaced by their default, and never by the environment of the server', () => {
  process.env['UNDERSTUDY_TEST_SECRET'] = 'secret';
  const [realm] = read(
    '{"realm": "r", "enabled": ${ENABLED:false}, "users": [{"username": "${NAME:ann}", "email": "${env.UNDERSTUDY_TEST_SECRET}"}]}',
  );
  assert.deepEqual(realm, {
    realm: 'r',
    enabled: false,
    users: [{ username: 'ann', email: '${env.UNDERSTUDY_TEST_SECRET}' }],
  });
});

test('progress is reported over all realms of the file', () => {
  const seen: number[] = [];
  runAtOnce(readRealmsInSlices(JSON.stringify([shop, shop]), (users) => seen.push(users)));
  assert.deepEqual(seen, [2, 4]);
});
