import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createTestFolder } from '../testing/folder.ts';
import { DamagedFileError } from './atomic-file.ts';
import { DamagedRealms } from './damaged-realms.ts';

for (const [what, content, expected] of [
  [
    'truncated after the name',
    '{"order":1,"realm":{"id":"x","realm":"gr\\u00f6\\"sse","displayName',
    'grö"sse',
  ],
  ["with roles before the realm's name", '{"a":{"realm":["r"]},"realm":"shop"', 'shop'],
  ['without a name', '{"order":1,"realm":{"id":"x"', undefined],
  ['with an empty name', '{"realm":""', undefined],
  ['with an invalid name', '{"realm":"\\x"', undefined],
  ['of binary data', '\u0000\uffff', undefined],
] as const) {
  test(`the name of a realm is found in a file ${what}: ${expected}`, async (context) => {
    const folder = await createTestFolder(context);
    const path = join(folder, 'realms', 'x', 'realm.json');
    await mkdir(join(folder, 'realms', 'x'), { recursive: true });
    await writeFile(path, content);
    const damaged = new DamagedRealms(join(folder, 'realms'), silentLogger);
    await damaged.add(join(folder, 'realms', 'x'), new DamagedFileError(path, 'torn'));
    assert.equal(damaged.list()[0]?.realm, expected);
  });
}

test('a damaged realm without a name may be any realm that master manages, or any at all without master', () => {
  const damaged = new DamagedRealms('/d/realms', silentLogger);
  const master = { id: 'm', realm: 'master', clients: [{ clientId: 'shop-realm' }] };
  assert.equal(damaged.find('shop', undefined), undefined);
  const damage = damaged.addNamed(
    '/d/realms/x',
    new DamagedFileError('/d/realms/x/realm.json', 'gone'),
    undefined,
  );
  assert.equal(damaged.find('shop', master), damage);
  assert.equal(damaged.find('new', master), undefined);
  assert.equal(damaged.find('new', undefined), damage);
  assert.equal(damaged.findById('x'), damage);
  assert.equal(damaged.findById('y'), undefined);
});
