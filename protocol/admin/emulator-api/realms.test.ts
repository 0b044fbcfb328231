import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AdminErrorWire } from '#protocol/contract/admin-api.ts';
import type { DuplicateWire, ImportWire, RealmOriginWire } from '#protocol/contract/imports.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const V1 = '/emulator/v1';
const IMPORTS = `${V1}/imports`;

await server.call('POST', '/admin/realms/master/users', {
  body: { username: 'creator', enabled: true, realmRoles: [] },
});
const creatorId = (
  await server.store.users.findByUsername(server.store.realms.find('master')?.id ?? '', 'creator')
)?.id;
await server.store.users.update(server.store.realms.find('master')?.id ?? '', creatorId ?? '', (user) => ({
  ...user,
  realmRoles: ['create-realm'],
}));
const creator = await server.tokenOf('master', 'creator', 'admin-cli');

const begin = (file: unknown, query = '', token?: string) =>
  server.call<ImportWire & AdminErrorWire>('POST', IMPORTS + query, {
    body: typeof file === 'string' ? file : JSON.stringify(file),
    ...(token === undefined ? {} : { token }),
  });

async function ended(id: string): Promise<ImportWire> {
  for (;;) {
    const { body } = await server.call<ImportWire>('GET', `${IMPORTS}/${id}`);
    if (['done', 'failed', 'cancelled', 'waiting'].includes(body.phase)) return body;
  }
}

test('an import is answered at once with its URL, and its realm is served when it is done', async () => {
  const started = await begin({ realm: 'one', users: [{ username: 'ann' }] });
  assert.equal(started.status, 202);
  assert.equal(started.createdId, started.body.id);
  const { phase, realms } = await ended(started.body.id);
  assert.equal(phase, 'done');
  assert.deepEqual(realms, [
    { realm: 'one', clients: 0, users: 1, exists: false, outcome: 'created', settingsWithoutEffect: 0 },
  ]);
  assert.equal((await server.call('GET', '/admin/realms/one')).status, 200);
});

test('a file that waits shows its realms, is started with a choice, and is discarded', async () => {
  const { body } = await begin({ realm: 'shop' }, '?start=false');
  assert.equal((await ended(body.id)).realms[0]?.exists, true);
  assert.equal((await server.call('POST', `${IMPORTS}/${body.id}/start?existing=maybe`)).status, 400);
  assert.equal((await server.call('POST', `${IMPORTS}/${body.id}/start?existing=skip`)).status, 202);
  assert.equal((await ended(body.id)).realms[0]?.outcome, 'skipped');
  const again = await server.call<AdminErrorWire>('POST', `${IMPORTS}/${body.id}/start`);
  assert.equal(again.status, 409);
  assert.match(again.body.error ?? '', /not waiting/);
  const second = (await begin({ realm: 'two' }, '?start=false')).body;
  await ended(second.id);
  assert.equal((await server.call<ImportWire>('DELETE', `${IMPORTS}/${second.id}`)).body.phase, 'cancelled');
  assert.equal((await server.call('GET', `${IMPORTS}/${second.id}`)).status, 404);
  assert.equal(server.store.realms.find('two'), undefined);
});

test('a file that is not valid is named with its problem and remedy; an unknown choice is a 400', async () => {
  const { problem } = await ended((await begin('{"realm": ')).body.id);
  assert.match(problem?.message ?? '', /not JSON at line 1/);
  assert.equal((await begin({ realm: 'x' }, '?existing=overwrite')).status, 400);
  assert.equal((await begin({ realm: 'x' }, '?start=perhaps')).status, 400);
});

test('role create-realm suffices to import a new realm, not to replace one or to see the imports of others', async () => {
  assert.equal((await begin({ realm: 'mine' }, '', creator)).status, 202);
  assert.equal((await begin({ realm: 'shop' }, '?existing=replace', creator)).status, 403);
  const { body } = await begin({ realm: 'shop' }, '?start=false');
  const asCreator = (method: string, path: string) => server.call(method, path, { token: creator });
  assert.equal((await asCreator('GET', `${IMPORTS}/${body.id}`)).status, 404);
  assert.equal((await asCreator('DELETE', `${IMPORTS}/${body.id}`)).status, 404);
  await server.call('DELETE', `${IMPORTS}/${body.id}`);
  const own = (await begin({ realm: 'shop' }, '?start=false', creator)).body;
  await ended(own.id);
  assert.equal((await asCreator('POST', `${IMPORTS}/${own.id}/start?existing=replace`)).status, 403);
  assert.equal((await asCreator('POST', `${IMPORTS}/${own.id}/start`)).status, 202);
  assert.match((await ended(own.id)).problem?.message ?? '', /realm "shop" already/);
});

test('only administrators of the server may import attributes that let others act as users', async () => {
  const file = { realm: 'keyed', attributes: { 'understudy.device.key': 'k' } };
  const { problem } = await ended((await begin(file, '', creator)).body.id);
  assert.equal(problem?.member, 'attributes.understudy.device.key');
  assert.equal((await ended((await begin(file)).body.id)).phase, 'done');
});

test('an administrator of one realm may not import; the refusal names the missing role', async () => {
  const manager = await server.tokenOf('shop', 'manager', 'admin-cli');
  const { status } = await begin({ realm: 'x' }, '', manager);
  assert.equal(status, 403);
  assert.equal((await server.call('GET', `${IMPORTS}/x`, { token: manager })).status, 403);
  assert.equal(
    (await server.call('POST', `${V1}/realms/shop/duplicates`, { token: manager, body: { realm: 'x' } }))
      .status,
    403,
  );
});

test('a realm is duplicated; a taken, invalid or missing name is refused', async () => {
  const duplicate = (body: object, realm = 'shop') =>
    server.call<DuplicateWire & AdminErrorWire>('POST', `${V1}/realms/${realm}/duplicates`, { body });
  const made = await duplicate({ realm: 'shop-copy' });
  assert.equal(made.status, 201);
  assert.equal(made.createdId, 'shop-copy');
  assert.equal(server.store.realms.find('shop-copy')?.id, made.body.id);
  const taken = await duplicate({ realm: 'shop-copy' });
  assert.equal(taken.status, 409);
  assert.match(taken.body.error ?? '', /already/);
  assert.match(taken.body.remedy ?? '', /another name/);
  assert.equal((await duplicate({ realm: 'a b' })).status, 400);
  assert.equal((await duplicate({})).status, 400);
  assert.equal((await duplicate({ realm: 'x', name: 'y' })).status, 400);
  assert.equal((await duplicate({ realm: 'x' }, 'master')).status, 409);
  assert.equal((await duplicate({ realm: 'x' }, 'nowhere')).status, 404);
});

test('the origin of a realm is when it was stored, or the start of the server if nothing earlier is known', async () => {
  const origin = (realm: string) => server.call<RealmOriginWire>('GET', `${V1}/realms/${realm}/origin`);
  await server.call('POST', '/admin/realms', { body: { realm: 'fresh' } });
  assert.equal((await origin('fresh')).body.kind, 'stored');
  assert.equal((await origin('shop')).body.at.length, 24);
  assert.equal((await origin('master')).status, 409);
});
