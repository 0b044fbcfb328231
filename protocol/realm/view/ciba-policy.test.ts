import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeRealm } from '../file/normalize-realm.ts';
import {
  allowsCiba,
  cibaPolicy,
  findClientPolicyFault,
  findRealmPolicyFault,
  listPolicyFaults,
} from './ciba-policy.ts';
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

test('service description §2.2: poll, 120 seconds, 5 seconds and login_hint hold where nothing is set', () => {
  const { realm, client } = build();
  const { deliveryMode, userHint } = cibaPolicy(realm, client);
  assert.deepEqual([deliveryMode.value, userHint.value], ['poll', 'login_hint']);
  assert.deepEqual(seconds({}), [120, 5]);
});

test('service description §2.2: the realm’s attributes count, and a client’s own come before them', () => {
  const ofRealm = { cibaExpiresIn: '60', cibaInterval: '0' };
  assert.deepEqual(seconds(ofRealm), [60, 0]);
  assert.deepEqual(seconds(ofRealm, { 'ciba.expires.in': '30', 'ciba.interval': '1' }), [30, 1]);
  assert.deepEqual(seconds(ofRealm, { 'ciba.expires.in': '', 'ciba.interval': '' }), [60, 0]);
});

for (const text of ['0', '-1', '1.5', 'soon', '86401', '9999999999']) {
  test(`service description §2.2: Expires In "${text}" counts as not set when a file brings it, and is refused by name when somebody sets it`, () => {
    assert.deepEqual(seconds({ cibaExpiresIn: text }, { 'ciba.expires.in': text }), [120, 5]);
    assert.match(
      findRealmPolicyFault({ cibaExpiresIn: text }) ?? '',
      /^attributes\.cibaExpiresIn must be a whole number of seconds from 1 to 86400$/,
    );
    assert.match(
      findClientPolicyFault({ 'ciba.expires.in': text }) ?? '',
      /^attributes\.ciba\.expires\.in must/,
    );
  });
}

for (const text of ['-1', '2.5', 'x']) {
  test(`service description §2.2: Interval "${text}" is refused by name`, () => {
    assert.match(
      findRealmPolicyFault({ cibaInterval: text }) ?? '',
      /^attributes\.cibaInterval must .* from 0/,
    );
    assert.match(findClientPolicyFault({ 'ciba.interval': text }) ?? '', /^attributes\.ciba\.interval must/);
  });
}

for (const mode of ['ping', 'push', 'pull']) {
  test(`service description §7: delivery mode ${mode} is refused by name when it is configured`, () => {
    const told =
      mode === 'pull'
        ? /must be poll; ping and push are not supported$/
        : /must be poll: .* is not supported$/;
    assert.match(findRealmPolicyFault({ cibaBackchannelTokenDeliveryMode: mode }) ?? '', told);
    assert.match(findClientPolicyFault({ 'ciba.backchannel.token.delivery.mode': mode }) ?? '', told);
  });
}

for (const hint of ['login_hint_token', 'id_token_hint', 'name']) {
  test(`service description §7: user hint ${hint} is refused by name when it is configured`, () => {
    assert.match(
      findRealmPolicyFault({ cibaAuthRequestedUserHint: hint }) ?? '',
      /^attributes\.cibaAuthRequestedUserHint must be login_hint/,
    );
  });
}

test('service description §2.2: what Keycloak exports by default has no fault', () => {
  const attributes = {
    cibaBackchannelTokenDeliveryMode: 'poll',
    cibaExpiresIn: '120',
    cibaInterval: '5',
    cibaAuthRequestedUserHint: 'login_hint',
  };
  assert.equal(findRealmPolicyFault(attributes), undefined);
  assert.equal(findRealmPolicyFault({}), undefined);
  assert.equal(findClientPolicyFault({ 'ciba.backchannel.token.delivery.mode': 'poll' }), undefined);
});

for (const [value, allowed] of [
  ['true', true],
  ['false', false],
  ['', false],
] as const) {
  test(`contract "Realm files": oidc.ciba.grant.enabled "${value}" ${allowed ? 'allows' : 'does not allow'} CIBA`, () => {
    assert.equal(allowsCiba(build({}, { 'oidc.ciba.grant.enabled': value }).client), allowed);
  });
}

test('service description §7: of a whole realm the faults of clients that use CIBA are listed, of others not', () => {
  const mode = { 'ciba.backchannel.token.delivery.mode': 'push' };
  const clients = [
    { clientId: 'till', attributes: { ...mode, 'oidc.ciba.grant.enabled': 'true' } },
    { clientId: 'web', attributes: mode },
  ];
  const { realm } = normalizeRealm({ realm: 'demo', clients }, { now: () => 0 });
  assert.deepEqual(listPolicyFaults(realm), [
    'client till: attributes.ciba.backchannel.token.delivery.mode must be poll: push is not supported',
  ]);
});
