import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';
const CONFIG = `${REALM}/events/config`;

for (const [body, expected] of [
  [undefined, /must be a JSON object/],
  [{ eventsEnabled: 'perhaps' }, /eventsEnabled must be true or false/],
  [{ eventsExpiration: 'soon' }, /eventsExpiration must be a whole number/],
  [{ enabledEventTypes: 'LOGIN' }, /enabledEventTypes must be a JSON array/],
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
    enabledEventTypes: [],
    adminEventsEnabled: false,
    adminEventsDetailsEnabled: false,
  };
  assert.deepEqual((await server.call('GET', CONFIG)).body, defaults);
  const change = { eventsEnabled: true, eventsExpiration: 172_800, enabledEventTypes: ['LOGIN'], realm: 'x' };
  assert.equal((await server.call('PUT', CONFIG, { body: change })).status, 204);
  const { realm: _ignored, ...changed } = change;
  assert.deepEqual((await server.call('GET', CONFIG)).body, { ...defaults, ...changed });
  const realm = server.store.realms.find('shop');
  assert.deepEqual([realm?.realm, realm?.['eventsExpiration']], ['shop', 172_800]);
  assert.deepEqual(realm?.['futureMember'], { kept: true });
});

for (const path of ['/events', '/admin-events']) {
  test(`no events are recorded: ${path} is empty, also with events enabled, and can be cleared`, async () => {
    const { status, body } = await server.call('GET', `${REALM}${path}?first=0&max=100`);
    assert.deepEqual([status, body], [200, []]);
    assert.equal((await server.call('DELETE', `${REALM}${path}`)).status, 204);
  });
}
