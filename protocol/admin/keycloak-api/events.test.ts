import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type AdminEventWire,
  DEFAULT_EVENT_TYPES,
  type EventsConfigWire,
  type UserEventWire,
} from '#protocol/contract/events.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';
const CONFIG = `${REALM}/events/config`;

async function configure(body: Partial<EventsConfigWire>): Promise<void> {
  assert.equal((await server.call('PUT', CONFIG, { body })).status, 204);
}

async function list<Event>(path: string): Promise<readonly Event[]> {
  // The clock moves past the expiry of tokens.
  const token = server.controlKey;
  const { status, body } = await server.call<readonly Event[]>('GET', `${REALM}${path}`, { token });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const userEvents = (query = '') => list<UserEventWire>(`/events${query}`);
const adminEvents = (query = '') => list<AdminEventWire>(`/admin-events${query}`);

async function tokenRequest(form: Readonly<Record<string, string>>): Promise<number> {
  const { status } = await fetch(`${server.baseUrl}/realms/shop/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return status;
}

const TILL = { client_id: 'till', client_secret: 'till-secret' };

/** A sign-in, a wrong password and a client without credentials, in this order and a second apart. */
async function makeUserEvents(): Promise<number> {
  await configure({ eventsEnabled: true, enabledEventTypes: [] });
  await server.call('DELETE', `${REALM}/events`, { token: server.controlKey });
  const start = server.clock.now();
  const ann = { ...TILL, grant_type: 'password', username: 'ann', password: 'ann-password' };
  await server.call('PUT', `${REALM}/clients/${server.clientUuid('till')}`, {
    body: { directAccessGrantsEnabled: true },
  });
  assert.equal(await tokenRequest(ann), 200);
  server.clock.setOffsetMs(server.clock.offsetMs + 1000);
  assert.equal(await tokenRequest({ ...ann, password: 'no' }), 400);
  server.clock.setOffsetMs(server.clock.offsetMs + 1000);
  assert.equal(await tokenRequest({ ...TILL, grant_type: 'client_credentials' }), 200);
  return start;
}

const typesOf = (events: readonly UserEventWire[]): readonly string[] => events.map(({ type }) => type);

for (const [body, expected] of [
  [undefined, /must be a JSON object/],
  [{ eventsEnabled: 'perhaps' }, /eventsEnabled must be true or false/],
  [{ eventsExpiration: 'soon' }, /eventsExpiration must be a whole number/],
  [{ enabledEventTypes: 'LOGIN' }, /enabledEventTypes must be a JSON array/],
  [{ enabledEventTypes: ['LOGIN', 'LOGON'] }, /enabledEventTypes.*LOGON/],
] as const) {
  test(`bad input: the configuration of events ${JSON.stringify(body)} is rejected`, async () => {
    const { status, body: refusal } = await server.call('PUT', CONFIG, body === undefined ? {} : { body });
    assert.equal(status, 400);
    assert.match(JSON.stringify(refusal), expected);
  });
}

test('Keycloak: the configuration of events is that of the realm file, with defaults, and other settings stay', async () => {
  const defaults = {
    eventsEnabled: false,
    eventsListeners: ['jboss-logging'],
    enabledEventTypes: DEFAULT_EVENT_TYPES,
    adminEventsEnabled: false,
    adminEventsDetailsEnabled: false,
  };
  assert.deepEqual((await server.call('GET', CONFIG)).body, defaults);
  const change = { eventsEnabled: true, eventsExpiration: 172_800, enabledEventTypes: ['LOGIN'], realm: 'x' };
  assert.equal((await server.call('PUT', CONFIG, { body: change })).status, 204);
  const { realm: _ignored, ...changed } = change;
  assert.deepEqual((await server.call('GET', CONFIG)).body, { ...defaults, ...changed });
  const realm = server.store.realms.find('shop');
  assert.deepEqual([realm?.realm, realm?.eventsExpiration], ['shop', 172_800]);
  assert.deepEqual(realm?.['futureMember'], { kept: true });
});

test('Keycloak: user events are listed newest first, and in the other direction', async () => {
  await makeUserEvents();
  const newestFirst = ['CLIENT_LOGIN', 'LOGIN_ERROR', 'LOGIN'];
  assert.deepEqual(typesOf(await userEvents()), newestFirst);
  assert.deepEqual(typesOf(await userEvents('?direction=desc')), newestFirst);
  assert.deepEqual(typesOf(await userEvents('?direction=asc')), newestFirst.toReversed());
  assert.deepEqual(typesOf(await userEvents('?first=1&max=1')), ['LOGIN_ERROR']);
});

test('Keycloak: user events are filtered by type, client, user and address', async () => {
  await makeUserEvents();
  const ann = await server.userId('ann');
  for (const [query, expected] of [
    ['?type=LOGIN&type=LOGIN_ERROR', ['LOGIN_ERROR', 'LOGIN']],
    [`?user=${ann}`, ['LOGIN_ERROR', 'LOGIN']],
    [`?user=${ann}&type=LOGIN`, ['LOGIN']],
    ['?client=page', []],
    ['?client=till&type=CLIENT_LOGIN', ['CLIENT_LOGIN']],
    ['?ipAddress=10.0.0.1', []],
    ['?ipAddress=127.0.0.1&max=1', ['CLIENT_LOGIN']],
    ['?type=&user=', ['CLIENT_LOGIN', 'LOGIN_ERROR', 'LOGIN']],
  ] as const)
    assert.deepEqual(typesOf(await userEvents(query)), expected, query);
});

test('Keycloak: user events are filtered by day and by instant', async () => {
  const start = await makeUserEvents();
  const day = new Date(start).toISOString().slice(0, 10);
  const before = new Date(start - 86_400_000).toISOString().slice(0, 10);
  for (const [query, count] of [
    [`?dateFrom=${day}&dateTo=${day}`, 3],
    [`?dateTo=${before}`, 0],
    [`?dateFrom=${start + 1}`, 2],
    [`?dateFrom=${start + 1}&dateTo=${start + 1000}`, 1],
  ] as const)
    assert.equal((await userEvents(query)).length, count, query);
});

for (const [query, name] of [
  ['/events?type=LOGON', 'type'],
  ['/events?dateFrom=yesterday', 'dateFrom'],
  ['/events?dateTo=2030-02-31', 'dateTo'],
  ['/events?direction=up', 'direction'],
  ['/events?max=many', 'max'],
  ['/events?first=x', 'first'],
  ['/admin-events?operationTypes=READ', 'operationTypes'],
  ['/admin-events?resourceTypes=CAR', 'resourceTypes'],
  ['/admin-events?dateFrom=2030-1-1', 'dateFrom'],
] as const)
  test(`bad input: ${query} is rejected with the parameter's name`, async () => {
    const { status, body } = await server.call('GET', `${REALM}${query}`);
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), new RegExp(`"${name}`));
  });

test('Keycloak: clearing removes the events of one kind', async () => {
  await makeUserEvents();
  await configure({ adminEventsEnabled: true });
  await server.call('DELETE', `${REALM}/events`, { token: server.controlKey });
  assert.deepEqual(await userEvents(), []);
  assert.notDeepEqual(await adminEvents(), []);
  await server.call('DELETE', `${REALM}/admin-events`, { token: server.controlKey });
  assert.deepEqual(await adminEvents(), []);
});

test('Keycloak: admin events are filtered by operation, resource, administrator and path with wildcards', async () => {
  await configure({ adminEventsEnabled: true });
  await server.call('DELETE', `${REALM}/admin-events`, { token: server.controlKey });
  const { createdId } = await server.call('POST', `${REALM}/users`, { body: { username: 'eve' } });
  await server.call('PUT', `${REALM}/users/${createdId}`, { body: { firstName: 'Eve' } });
  await server.call('POST', `${REALM}/roles`, { body: { name: 'a.b' } });
  const [{ authDetails } = assert.fail()] = await adminEvents();
  for (const [query, count] of [
    ['', 3],
    ['?operationTypes=CREATE', 2],
    ['?operationTypes=CREATE&operationTypes=UPDATE&resourceTypes=USER', 2],
    ['?resourceTypes=REALM_ROLE', 1],
    [`?resourcePath=users/${createdId}`, 2],
    ['?resourcePath=users/*', 2],
    ['?resourcePath=*', 3],
    ['?resourcePath=roles/a.b', 1],
    ['?resourcePath=roles/a*b', 1],
    ['?resourcePath=roles/aXb', 0],
    ['?resourcePath=roles/(', 0],
    [`?authUser=${authDetails.userId}&authRealm=${authDetails.realmId}`, 3],
    [`?authClient=${authDetails.clientId}&authIpAddress=127.0.0.1`, 3],
    ['?authUser=nobody', 0],
    ['?max=1', 1],
    ['?first=2', 1],
  ] as const)
    assert.equal((await adminEvents(query)).length, count, query);
  const oldestFirst = await adminEvents('?direction=asc');
  assert.equal(oldestFirst[0]?.operationType, 'CREATE');
});

test('Keycloak: admin events expire by the realm attribute adminEventsExpiration', async () => {
  await configure({ adminEventsEnabled: true });
  await server.call('PUT', REALM, { body: { attributes: { adminEventsExpiration: '60' } } });
  assert.notDeepEqual(await adminEvents(), []);
  server.clock.setOffsetMs(server.clock.offsetMs + 60_000);
  assert.deepEqual(await adminEvents(), []);
});
