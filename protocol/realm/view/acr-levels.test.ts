import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, testRealm } from '../testing/realm.ts';
import {
  acrLevels,
  acrOfLevel,
  findAcrLevel,
  hasLevels,
  levelLifetime,
  requestedLevel,
  supportedAcrs,
} from './acr-levels.ts';

const realm = testRealm({
  attributes: { 'acr.loa.map': '{"bronze":1,"gold":2,"moon":9}' },
  authenticatorConfig: [
    { alias: 'one', config: { 'loa-condition-level': '1', 'loa-max-age': '36000' } },
    { alias: 'two', config: { 'loa-condition-level': '2' } },
    { alias: 'other', config: { defaultProvider: 'x' } },
  ],
  clients: [
    { clientId: 'web' },
    { clientId: 'own', attributes: { 'acr.loa.map': '{"low":1,"high":2}' } },
    { clientId: 'strict', attributes: { 'minimum.acr.value': 'gold' } },
    { clientId: 'usual', attributes: { 'default.acr.values': 'gold##nonsense' } },
  ],
});
const web = clientOf(realm, 'web');
const wish = (clientId: string, values?: readonly string[], essential = false) =>
  requestedLevel(realm, clientOf(realm, clientId), values === undefined ? undefined : { values, essential });

test('a realm without a map and without conditions has no levels', () => {
  const plain = testRealm();
  assert.equal(hasLevels(plain, undefined), false);
  assert.deepEqual(supportedAcrs(plain), ['0', '1']);
  assert.equal(hasLevels(realm, web), true);
  assert.deepEqual(supportedAcrs(realm), ['bronze', 'gold', 'moon', '0', '1', '2']);
});

test('a map that is not JSON, not an object or has no numbers is ignored', () => {
  for (const text of ['{', '[1]', 'null', '"x"', '{"gold":"high"}', '{"gold":-1}', '']) {
    const odd = testRealm({ attributes: { 'acr.loa.map': text } });
    assert.equal(findAcrLevel(odd, undefined, 'gold'), undefined, text);
  }
});

test("a value is a name in the map or a number; the client's map replaces the realm's", () => {
  assert.equal(findAcrLevel(realm, web, 'gold'), 2);
  assert.equal(findAcrLevel(realm, web, '2'), 2);
  assert.equal(findAcrLevel(realm, web, 'high'), undefined);
  assert.equal(findAcrLevel(realm, clientOf(realm, 'own'), 'high'), 2);
  assert.equal(findAcrLevel(realm, clientOf(realm, 'own'), 'gold'), undefined);
  assert.equal(findAcrLevel(realm, web, '__proto__'), undefined);
  assert.equal(acrOfLevel(realm, web, 2), 'gold');
  assert.equal(acrOfLevel(realm, clientOf(realm, 'own'), 2), 'high');
  assert.equal(acrOfLevel(realm, web, 3), '3');
});

test('OIDC Core §3.1.2.1: the lowest requested level is sufficient, and unknown names are ignored', () => {
  assert.deepEqual(wish('web', ['gold', 'bronze']), { level: 1, isEssential: false });
  assert.deepEqual(wish('web', ['nonsense', 'gold']), { level: 2, isEssential: false });
  assert.deepEqual(wish('web', ['nonsense'], true), { level: 0, isEssential: false });
  assert.deepEqual(wish('web', ['gold'], true), { level: 2, isEssential: true });
  assert.deepEqual(wish('web'), { level: 0, isEssential: false });
});

test("the client's default applies when the request has no acr, its minimum always", () => {
  assert.equal(wish('usual').level, 2);
  assert.equal(wish('usual', ['bronze']).level, 1);
  assert.equal(wish('strict', ['bronze']).level, 2);
});

test("a level lasts as long as the flow's condition says, or forever without one", () => {
  assert.equal(levelLifetime(realm, 1), 36_000);
  assert.equal(levelLifetime(realm, 2), 300);
  assert.equal(levelLifetime(testRealm(), 1), Number.POSITIVE_INFINITY);
});

function levels(realmMap: string | undefined, clientMap: string | undefined) {
  const attributes = (map: string | undefined) => (map === undefined ? {} : { 'acr.loa.map': map });
  const realm = testRealm({
    attributes: attributes(realmMap),
    clients: [{ clientId: 'shop', attributes: attributes(clientMap) }],
  });
  return { realm, client: clientOf(realm, 'shop') };
}

test("OIDC Core §5.5.1.1: a name has the realm's level, which the client may override", () => {
  const ofRealm = levels('{"silver":1,"gold":2}', undefined);
  assert.equal(findAcrLevel(ofRealm.realm, ofRealm.client, 'gold'), 2);
  const own = levels('{"silver":1,"gold":2}', '{"gold":3}');
  assert.equal(findAcrLevel(own.realm, own.client, 'gold'), 3);
  assert.equal(findAcrLevel(own.realm, own.client, 'silver'), undefined);
});

test('OIDC Core §5.5.1.1: a number is its own level', () => {
  const { realm, client } = levels(undefined, undefined);
  assert.equal(findAcrLevel(realm, client, '2'), 2);
});

for (const acr of ['unknown', '', '-1', '1.5', '99999', 'constructor']) {
  test(`OIDC Core §5.5.1.1: "${acr}" is not a level`, () => {
    const { realm, client } = levels('{"gold":2}', undefined);
    assert.equal(findAcrLevel(realm, client, acr), undefined);
  });
}

for (const text of ['', 'no json', '[]', 'null', '7', '{"gold":"high"}', '{"gold":-1}', '{"gold":1.5}']) {
  test(`acr.loa.map "${text}" defines no levels`, () => {
    const { realm, client } = levels(text, undefined);
    assert.equal(acrLevels(realm, client).size, 0);
  });
}

test('Compat: levels may be strings', () => {
  const { realm, client } = levels('{"gold":"2"}', undefined);
  assert.equal(findAcrLevel(realm, client, 'gold'), 2);
});
