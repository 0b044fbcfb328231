import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { AdminEventWire, UserEventWire } from '#protocol/contract/events.ts';
import { startAdminServer } from './testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';

async function list<Event>(path: string, token?: string): Promise<readonly Event[]> {
  return (await server.call<readonly Event[]>('GET', `${REALM}${path}`, token === undefined ? {} : { token }))
    .body;
}

const adminEvents = () => list<AdminEventWire>('/admin-events');

async function configure(body: Readonly<Record<string, unknown>>): Promise<void> {
  assert.equal((await server.call('PUT', `${REALM}/events/config`, { body })).status, 204);
}

beforeEach(async () => {
  await configure({ adminEventsEnabled: true, adminEventsDetailsEnabled: true });
  await server.call('DELETE', `${REALM}/admin-events`);
});

test('Keycloak: a realm that does not save admin events keeps none, but that it was switched off', async () => {
  await configure({ adminEventsEnabled: false });
  await server.call('POST', `${REALM}/users`, { body: { username: 'unseen' } });
  const [event, ...rest] = await adminEvents();
  assert.deepEqual(rest, []);
  assert.deepEqual([event?.resourceType, event?.resourcePath], ['REALM', 'events/config']);
});

test('Keycloak: an admin event names operation, resource, path and who has made the change', async () => {
  const { createdId, headers } = await server.call('POST', `${REALM}/users`, {
    body: { username: 'mia', firstName: 'Mia' },
  });
  assert.ok(headers.get('location'));
  const [event] = await adminEvents();
  const { id, activityId, ...rest } = event ?? {};
  assert.match(String(id), /^[\da-f-]{36}$/);
  assert.equal(server.activity.find(String(activityId))?.title, 'Create user');
  const master = server.store.realms.find('master');
  const admin = await server.store.users.findByUsername(master?.id ?? '', 'admin');
  assert.deepEqual(rest, {
    time: server.clock.now(),
    realmId: server.store.realms.find('shop')?.id,
    authDetails: {
      realmId: master?.id,
      clientId: master?.clients?.find(({ clientId }) => clientId === 'admin-cli')?.id,
      userId: admin?.id,
      ipAddress: '127.0.0.1',
    },
    operationType: 'CREATE',
    resourceType: 'USER',
    resourcePath: `users/${createdId}`,
    representation: '{"username":"mia","firstName":"Mia"}',
  });
});

test('Keycloak: paths below a resource, and the realm itself, which has none', async () => {
  const ann = await server.userId('ann');
  await server.call('PUT', `${REALM}/users/${ann}/reset-password`, {
    body: { type: 'password', value: 'new-one' },
  });
  await server.call('POST', `${REALM}/roles`, { body: { name: 'a b' } });
  await server.call('PUT', REALM, { body: { displayName: 'Shop' } });
  const events = (await adminEvents()).map((event) => [event.operationType, event.resourcePath]);
  assert.deepEqual(events, [
    ['UPDATE', undefined],
    ['CREATE', 'roles/a b'],
    ['ACTION', `users/${ann}/reset-password`],
  ]);
});

test('secrets never get into a representation', async () => {
  const ann = await server.userId('ann');
  const secret = 'very-secret-value';
  await server.call('PUT', `${REALM}/users/${ann}/reset-password`, {
    body: { type: 'password', value: secret },
  });
  await server.call('POST', `${REALM}/users`, {
    body: { username: 'sec', credentials: [{ type: 'password', value: secret }] },
  });
  await server.call('POST', `${REALM}/clients`, { body: { clientId: 'sec', secret } });
  await server.call('POST', `${REALM}/identity-provider/instances`, {
    body: { alias: 'sec', providerId: 'oidc', config: { clientSecret: secret } },
  });
  await server.call('PUT', REALM, { body: { smtpServer: { host: 'h', password: secret } } });
  const events = await adminEvents();
  assert.equal(events.length, 5);
  const text = JSON.stringify(events);
  assert.doesNotMatch(text, new RegExp(secret));
  assert.match(text, /\*\*\*\*\*\*\*\*\*\*/);
});

test('Keycloak: without details, an admin event has no representation; a very long one is left out', async () => {
  await server.call('PUT', REALM, {
    body: { displayName: 'x'.repeat(200), attributes: { long: 'y'.repeat(60_000) } },
  });
  await server.call('PUT', REALM, { body: { attributes: { a: 'y'.repeat(40_000), b: 'z'.repeat(40_000) } } });
  const [tooLong, long] = await adminEvents();
  assert.equal(typeof long?.representation, 'string');
  assert.equal(tooLong?.representation, undefined);
  await configure({ adminEventsDetailsEnabled: false });
  const [without] = await adminEvents();
  assert.equal(without?.resourcePath, 'events/config');
  assert.equal(without?.representation, undefined);
});

test('Keycloak: changes that are refused leave no event', async () => {
  for (const [method, path, body] of [
    ['POST', '/users', { username: 'ann' }],
    ['PUT', '/users/unknown', {}],
    ['POST', '/users', { username: '' }],
  ] as const)
    assert.ok((await server.call(method, `${REALM}${path}`, { body })).status >= 400);
  const viewer = await server.tokenOf('shop', 'viewer');
  assert.equal(
    (await server.call('POST', `${REALM}/users`, { body: { username: 'x' }, token: viewer })).status,
    403,
  );
  assert.deepEqual(await adminEvents(), []);
});

test('Keycloak: a partial import leaves an event for each part that it has added', async () => {
  await server.call('POST', `${REALM}/partialImport`, {
    body: {
      ifResourceExists: 'SKIP',
      users: [{ username: 'ann' }, { username: 'imported' }],
      groups: [{ name: 'g' }],
    },
  });
  const events = await adminEvents();
  assert.deepEqual(
    events.map(({ operationType, resourceType }) => `${operationType} ${resourceType}`).sort(),
    ['CREATE GROUP', 'CREATE USER'],
  );
  assert.ok(events.some(({ resourcePath }) => resourcePath?.startsWith('users/')));
});

test('a renamed realm keeps its events', async () => {
  await server.call('POST', `${REALM}/roles`, { body: { name: 'before' } });
  await server.call('PUT', REALM, { body: { realm: 'store' } });
  const { body } = await server.call<readonly AdminEventWire[]>('GET', '/admin/realms/store/admin-events');
  assert.deepEqual(
    body.map(({ resourceType }) => resourceType),
    ['REALM', 'REALM_ROLE'],
  );
  await server.call('PUT', '/admin/realms/store', { body: { realm: 'shop' } });
});

test('Keycloak: an impersonation is a user event with the administrator’s name, and no admin event', async () => {
  await configure({ eventsEnabled: true });
  await server.call('DELETE', `${REALM}/admin-events`);
  const ann = await server.userId('ann');
  await server.call('POST', `${REALM}/users/${ann}/impersonation`);
  const [event] = await list<UserEventWire>('/events');
  assert.deepEqual([event?.type, event?.userId], ['IMPERSONATE', ann]);
  assert.deepEqual(event?.details, { impersonator_realm: 'master', impersonator: 'admin' });
  assert.deepEqual(await adminEvents(), []);
  await configure({ eventsEnabled: false });
});

test('the events of a realm end with it', async () => {
  await server.call('POST', '/admin/realms', {
    body: { realm: 'short', id: 'short-id', adminEventsEnabled: true },
  });
  await server.call('POST', '/admin/realms/short/roles', { body: { name: 'r' } });
  const path = '/admin/realms/short/admin-events';
  assert.equal((await server.call<readonly unknown[]>('GET', path)).body.length, 1);
  await server.call('DELETE', '/admin/realms/short');
  await server.call('POST', '/admin/realms', {
    body: { realm: 'short', id: 'short-id', adminEventsEnabled: true },
  });
  assert.deepEqual((await server.call('GET', path)).body, []);
});
