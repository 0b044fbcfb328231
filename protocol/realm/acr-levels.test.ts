import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acrLevels, findAcrLevel } from './acr-levels.ts';
import { clientOf, testRealm } from './test-realm.ts';

function levels(realmMap: string | undefined, clientMap: string | undefined) {
  const attributes = (map: string | undefined) => (map === undefined ? {} : { 'acr.loa.map': map });
  const realm = testRealm({
    attributes: attributes(realmMap),
    clients: [{ clientId: 'shop', attributes: attributes(clientMap) }],
  });
  return { realm, client: clientOf(realm, 'shop') };
}

test('OIDC Core §5.5.1.1: a name has the level of the realm, which the client may replace', () => {
  const ofRealm = levels('{"silver":1,"gold":2}', undefined);
  assert.equal(findAcrLevel(ofRealm.realm, ofRealm.client, 'gold'), 2);
  const own = levels('{"silver":1,"gold":2}', '{"gold":3}');
  assert.equal(findAcrLevel(own.realm, own.client, 'gold'), 3);
  assert.equal(findAcrLevel(own.realm, own.client, 'silver'), undefined);
});

test('OIDC Core §5.5.1.1: a number stands for itself', () => {
  const { realm, client } = levels(undefined, undefined);
  assert.equal(findAcrLevel(realm, client, '2'), 2);
});

for (const acr of ['unknown', '', '-1', '1.5', '99999', 'constructor']) {
  test(`OIDC Core §5.5.1.1: "${acr}" is no level`, () => {
    const { realm, client } = levels('{"gold":2}', undefined);
    assert.equal(findAcrLevel(realm, client, acr), undefined);
  });
}

for (const text of ['', 'no json', '[]', 'null', '7', '{"gold":"high"}', '{"gold":-1}', '{"gold":1.5}']) {
  test(`acr.loa.map "${text}" names no levels`, () => {
    const { realm, client } = levels(text, undefined);
    assert.equal(acrLevels(realm, client).size, 0);
  });
}

test('Compat: levels may be written as texts', () => {
  const { realm, client } = levels('{"gold":"2"}', undefined);
  assert.equal(findAcrLevel(realm, client, 'gold'), 2);
});
