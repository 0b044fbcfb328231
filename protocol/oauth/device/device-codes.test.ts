import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { createSession, withClientSession } from '#protocol/realm/sessions/sessions.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { putSession } from '#protocol/store/testing/sample-session.ts';
import { askForCodes } from '../testing/device.ts';
import { startOAuthServer } from '../testing/server.ts';
import { createDeviceAuthorizations } from './device-authorizations.ts';
import { createDeviceCodes } from './device-codes.ts';
import { approveDevice } from './device-sign-in.ts';

const server = await startOAuthServer();
after(() => server.stop());
const { store, clock } = server;
const stored = store.realms.find('demo') ?? assert.fail();
const realm = viewRealm(stored);
const devices = createDeviceAuthorizations(store);
const codes = createDeviceCodes({ store, devices });
const user = (await store.users.findByUsername(realm.id, 'alice')) ?? assert.fail();

/** What the functions use of an exchange. */
const exchange = {
  realm,
  clock,
  baseUrl: server.baseUrl,
  activity: server.activity.begin({
    method: 'POST',
    target: '/',
    rawHeaders: [],
    remoteAddress: '',
    secure: false,
  }),
} as unknown as RealmExchange;

function begin() {
  const clientUuid = realm.clients.get('web')?.id ?? '';
  const facts = {
    realmId: realm.id,
    clientUuid,
    scope: 'openid',
    nonce: undefined,
    codeChallenge: undefined,
    flow: 'f',
  };
  return devices.begin(facts, { lifespanSeconds: 60, intervalSeconds: 5 }, clock.now());
}

async function createPerson() {
  const now = clock.now();
  const session = {
    ...createSession(realm, {
      user,
      now,
      authenticatedAt: now,
      levels: { 1: now },
      rememberMe: false,
      ipAddress: '',
      flow: 'f',
    }),
    id: createUuid(),
  };
  await store.sessions.create(session);
  return { user, session, acr: '1' };
}

test('RFC 8628 §3.3: an approved code has the session, and no second answer', async () => {
  const device = await begin();
  const person = await createPerson();
  assert.equal(await codes.approve(exchange, device.approvalCode, person), true);
  const { progress } =
    (await devices.findByPollingCode(realm.id, device.pollingCode, clock.now())) ?? assert.fail();
  assert.equal(progress.state === 'approved' && progress.approval.sessionId, person.session.id);
  assert.ok((await store.sessions.find(realm.id, person.session.id))?.clients[device.clientUuid]);
  assert.equal(await codes.approve(exchange, device.approvalCode, person), false);
  assert.equal(await codes.deny(exchange, device.approvalCode), false);
});

test('RFC 8628 §3.3: a denied, expired or unknown code cannot be approved', async () => {
  const denied = await begin();
  assert.equal(await codes.deny(exchange, denied.approvalCode), true);
  assert.equal(await codes.approve(exchange, denied.approvalCode, await createPerson()), false);
  const late = await begin();
  server.pass(61);
  assert.equal(await codes.approve(exchange, late.approvalCode, await createPerson()), false);
  assert.equal(await codes.deny(exchange, late.approvalCode), false);
  for (const text of ['BBBB-BBBB', '', 'nonsense']) {
    assert.equal(await codes.approve(exchange, text, await createPerson()), false);
    assert.equal(await codes.deny(exchange, text), false);
  }
});

test('RFC 8628 §3.3: an approval that comes too late leaves the session as it was', async () => {
  const client = realm.clients.get('web') ?? assert.fail();
  const device = await begin();
  assert.equal(await codes.deny(exchange, device.approvalCode), true);
  const data = { deviceCode: device.pollingCode, scope: 'openid' };
  const approve = (person: Awaited<ReturnType<typeof createPerson>>) =>
    approveDevice(exchange, client, data, person, { store, devices });
  const newcomer = await createPerson();
  assert.equal(await approve(newcomer), 'late');
  assert.deepEqual(await store.sessions.find(realm.id, newcomer.session.id), newcomer.session);
  const known = await createPerson();
  const part = { clientUuid: client.id, startedAt: 1, lastRefreshAt: clock.now() - 1, scope: 'openid email' };
  const joined = withClientSession(known.session, part);
  await putSession(store.sessions, joined);
  assert.equal(await approve(known), 'late');
  assert.deepEqual(await store.sessions.find(realm.id, joined.id), joined);
});

test('RFC 8628 §3.3: in a session that has ended, nothing is approved', async () => {
  const client = realm.clients.get('web') ?? assert.fail();
  const device = await begin();
  const person = await createPerson();
  await store.sessions.remove(realm.id, person.session.id);
  const data = { deviceCode: device.pollingCode, scope: 'openid' };
  assert.equal(await approveDevice(exchange, client, data, person, { store, devices }), 'lost');
  assert.equal(await store.sessions.find(realm.id, person.session.id), undefined);
  assert.equal(await codes.deny(exchange, device.approvalCode), true);
});

test('test kit "device": every new code is announced with its realm, until the listener unsubscribes', async () => {
  const seen: string[] = [];
  const unsubscribe = codes.subscribe((realmId) => seen.push(realmId));
  await begin();
  unsubscribe();
  await begin();
  assert.deepEqual(seen, [realm.id]);
  assert.ok((await codes.list(exchange)).length >= 2);
  assert.ok((await askForCodes(server)).userCode);
});
