import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeRealm } from '../file/normalize-realm.ts';
import { allowsCiba, cibaPolicy } from './ciba-policy.ts';
import type { Client, Realm } from './realm.ts';
import { viewRealm } from './view-realm.ts';

type Attributes = Record<string, string>;

function build(ofRealm: Attributes = {}, ofClient: Attributes = {}): { realm: Realm; client: Client } {
  const file = { realm: 'demo', attributes: ofRealm, clients: [{ clientId: 'till', attributes: ofClient }] };
  const realm = viewRealm(normalizeRealm(file, { now: () => 0 }).realm);
  const client = realm.clients.get('till');
  assert.ok(client);
  return { realm, client };
}

function seconds(ofRealm: Attributes, ofClient: Attributes = {}): readonly [number, number] {
  const { realm, client } = build(ofRealm, ofClient);
  const { expiresInSeconds, intervalSeconds } = cibaPolicy(realm, client);
  return [expiresInSeconds, intervalSeconds];
}

test('service description §2.2: the defaults are poll, 120 seconds, 5 seconds and login_hint', () => {
  const { realm, client } = build();
  const { deliveryMode, userHint } = cibaPolicy(realm, client);
  assert.deepEqual([deliveryMode.value, userHint.value], ['poll', 'login_hint']);
  assert.deepEqual(seconds({}), [120, 5]);
});

test("service description §2.2: the realm's attributes apply, and the client's override them", () => {
  const ofRealm = { cibaExpiresIn: '60', cibaInterval: '0' };
  assert.deepEqual(seconds(ofRealm), [60, 0]);
  assert.deepEqual(seconds(ofRealm, { 'ciba.expires.in': '30', 'ciba.interval': '1' }), [30, 1]);
  assert.deepEqual(seconds(ofRealm, { 'ciba.expires.in': '', 'ciba.interval': '' }), [60, 0]);
});

for (const text of ['0', '-1', '1.5', 'soon', '86401', '9999999999']) {
  test(`service description §2.2: Expires In "${text}" of a realm file counts as not set`, () => {
    assert.deepEqual(seconds({ cibaExpiresIn: text }, { 'ciba.expires.in': text }), [120, 5]);
  });
}

for (const [value, allowed] of [
  ['true', true],
  ['false', false],
  ['', false],
] as const) {
  test(`contract "Realm files": oidc.ciba.grant.enabled "${value}" ${allowed ? 'allows' : 'does not allow'} CIBA`, () => {
    assert.equal(allowsCiba(build({}, { 'oidc.ciba.grant.enabled': value }).client), allowed);
  });
}
