import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActivityPage, ActivityRecord } from '#protocol/contract/activity.ts';
import { FIXES, type FixKind } from '#protocol/contract/fix-table.ts';
import type { AppliedFixWire, FixPreviewWire } from '#protocol/contract/fixes.ts';
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createMasterRealm } from '#protocol/realm/master-realm.ts';
import { type ComposedTestServer, startComposedServer } from '#protocol/testing/composed-server.ts';
import { preparedKeys } from '#protocol/testing/realm-keys.ts';
import { Caller, FIX_CASES, shop } from '../testing/fix-cases.ts';

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

async function call<Body = { error?: string; errorMessage?: string }>(
  server: ComposedTestServer,
  method: string,
  path: string,
  json?: unknown,
): Promise<Answer<Body>> {
  const response = await fetch(`${server.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${server.controlKey}`, 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

/** The newest exchange of the realm's protocols. */
async function newest(server: ComposedTestServer): Promise<ActivityRecord> {
  const { body } = await call<ActivityPage>(server, 'GET', '/emulator/v1/activity?realm=shop');
  const id = body.records.find(
    ({ path }) => path.startsWith('/realms/shop/protocol/') || path.includes('login-actions'),
  )?.id;
  const record = await call<ActivityRecord>(server, 'GET', `/emulator/v1/activity/${id}`);
  return record.body;
}

const start = (realm: RealmRepresentation = shop()): Promise<ComposedTestServer> =>
  startComposedServer({
    realms: [realm],
    async prepare({ store }, clock) {
      const master = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
      await store.realms.create({ ...master.realm, components: preparedKeys() }, master.users);
    },
  });

const fixPath = ({ id }: ActivityRecord): string => `/emulator/v1/realms/shop/activity/${id}/fix`;
const undoPath = (id: string): string => `/emulator/v1/realms/shop/fixes/${id}`;

for (const [kind, { realm, send, input = {}, thenNeeds }] of Object.entries(FIX_CASES))
  test(`${kind}: refused; applied, the same request is accepted; undone, it is refused again`, async () => {
    const server = await start(realm);
    try {
      const refuse = async (): Promise<ActivityRecord> => {
        await send(new Caller(server));
        const record = await newest(server);
        assert.equal(record.outcome, 'refused', JSON.stringify(record.refusal));
        return record;
      };
      const refused = await refuse();
      assert.equal(refused.refusal?.fix?.kind, kind, JSON.stringify(refused.refusal));

      const preview = await call<FixPreviewWire>(server, 'GET', fixPath(refused));
      assert.equal(preview.status, 200, JSON.stringify(preview.body));
      assert.equal(preview.body.label, FIXES[kind as FixKind].label);
      assert.ok(!/[{}]/.test(preview.body.effect), preview.body.effect);
      assert.notEqual(preview.body.changes.length, 0);

      const applied = await call<AppliedFixWire>(server, 'POST', fixPath(refused), {
        state: preview.body.state,
        ...input,
      });
      assert.equal(applied.status, 200, JSON.stringify(applied.body));
      for (const secret of Object.values(input))
        assert.ok(!JSON.stringify(applied.body).includes(`"${secret}"`), 'the answer shows a secret');

      await send(new Caller(server));
      const again = await newest(server);
      if (thenNeeds === undefined) assert.notEqual(again.outcome, 'refused', JSON.stringify(again.refusal));
      else assert.equal(again.refusal?.fix?.kind, thenNeeds);

      const undone = await call(server, 'DELETE', undoPath(applied.body.id));
      assert.equal(undone.status, 204, JSON.stringify(undone.body));
      const last = await refuse();
      assert.deepEqual(last.refusal?.fix?.kind, kind);
    } finally {
      await server.stop();
    }
  });

/** A refused request with its exchange. */
async function refuse(kind: FixKind, realm = FIX_CASES[kind].realm) {
  const server = await start(realm);
  await FIX_CASES[kind].send(new Caller(server));
  return { server, path: fixPath(await newest(server)) };
}

const reasonOf = ({ body }: Answer<{ error?: string; errorMessage?: string }>): string =>
  body.errorMessage ?? body.error ?? '';

/** Applies a fix and returns the path that undoes it. */
async function applyFix(server: ComposedTestServer, path: string, body: object = {}): Promise<string> {
  const applied = await call<AppliedFixWire>(server, 'POST', path, body);
  assert.equal(applied.status, 200, JSON.stringify(applied.body));
  return undoPath(applied.body.id);
}

function webClient(server: ComposedTestServer): ClientRepresentation {
  const client = server.store.realms.find('shop')?.clients?.find(({ clientId }) => clientId === 'web');
  if (client === undefined) throw new TypeError('there is no client web');
  return client;
}

const clientPath = (server: ComposedTestServer): string =>
  `/admin/realms/shop/clients/${webClient(server).id}`;

test('a preview changes nothing, and shows the setting before and after', async () => {
  const { server, path } = await refuse('add-redirect-uri');
  const { body } = await call<FixPreviewWire>(server, 'GET', path);
  assert.deepEqual(body.changes, [
    {
      target: 'client',
      name: 'web',
      setting: 'redirectUris',
      before: ['http://127.0.0.1:3000/callback'],
      after: ['http://127.0.0.1:3000/callback', 'http://127.0.0.1:3000/new'],
    },
  ]);
  assert.match(body.effect, /Client web .* http:\/\/127\.0\.0\.1:3000\/new/);
  assert.deepEqual(webClient(server).redirectUris, ['http://127.0.0.1:3000/callback']);
  await server.stop();
});

test('an exchange without a fix, of another realm or of nobody is 404 and says so', async () => {
  const server = await start();
  await new Caller(server).token({ grant_type: 'unknown', client_id: 'web' });
  const plain = await newest(server);
  assert.match(reasonOf(await call(server, 'GET', fixPath(plain))), /no single setting/);
  await FIX_CASES['add-redirect-uri'].send(new Caller(server));
  const refused = await newest(server);
  const elsewhere = await call(server, 'GET', fixPath(refused).replace('/shop/', '/master/'));
  assert.deepEqual([elsewhere.status, /not found in realm master/.test(reasonOf(elsewhere))], [404, true]);
  const unknown = await call(server, 'POST', '/emulator/v1/realms/shop/activity/none/fix', {});
  assert.equal(unknown.status, 404);
  await server.stop();
});

test('a fix that no longer fits is refused with the reason', async () => {
  const { server, path } = await refuse('add-redirect-uri');
  await applyFix(server, path);
  const twice = await call(server, 'POST', path, {});
  assert.equal(twice.status, 409);
  assert.match(reasonOf(twice), /redirectUris of client web contains .*\/new by now/);
  assert.equal((await call(server, 'DELETE', clientPath(server))).status, 204);
  const gone = await call(server, 'GET', path);
  assert.deepEqual(
    [gone.status, reasonOf(gone)],
    [409, 'Client web no longer exists, so there is nothing to change'],
  );
  await server.stop();
});

test('values that changed after the preview are not overwritten', async () => {
  const { server, path } = await refuse('add-redirect-uri');
  const { body } = await call<FixPreviewWire>(server, 'GET', path);
  await call(server, 'PUT', clientPath(server), { redirectUris: ['http://other.test/'] });
  const late = await call(server, 'POST', path, { state: body.state });
  assert.equal(late.status, 409);
  assert.match(reasonOf(late), /changed since the preview/);
  assert.deepEqual(webClient(server).redirectUris, ['http://other.test/']);
  await server.stop();
});

test('the checks of the admin API apply: a dangerous redirect URI and a password against the policy', async () => {
  const { server } = await refuse('add-redirect-uri');
  await new Caller(server).authorize({ client_id: 'new', redirect_uri: 'javascript:alert(1)' });
  const refused = await call(server, 'POST', fixPath(await newest(server)), {});
  assert.equal(refused.status, 400, JSON.stringify(refused.body));
  assert.match(reasonOf(refused), /must not use the scheme/);
  await server.stop();

  const strict = await refuse('set-password', shop({ passwordPolicy: 'length(12)' }));
  const weak = await call(strict.server, 'POST', strict.path, { password: 'short' });
  assert.equal(weak.status, 400, JSON.stringify(weak.body));
  await strict.server.stop();
});

test('a password that is needed must be sent, and a lifespan must be long enough', async () => {
  const wrong = await refuse('set-password');
  const missing = await call(wrong.server, 'POST', wrong.path, {});
  assert.deepEqual([missing.status, reasonOf(missing)], [400, 'password is missing: send it with the fix']);
  await wrong.server.stop();

  const expired = await refuse('raise-code-lifespan');
  const { body } = await call<FixPreviewWire>(expired.server, 'GET', expired.path);
  assert.deepEqual([body.input, body.seconds], ['seconds', 120]);
  const short = await call(expired.server, 'POST', expired.path, { seconds: 70 });
  assert.deepEqual([short.status, /at least 91/.test(reasonOf(short))], [400, true]);
  const odd = await call(expired.server, 'POST', expired.path, { seconds: 'long' });
  assert.equal(odd.status, 400);
  await expired.server.stop();
});

test('undo restores exactly what was stored, and is refused once the setting was changed again', async () => {
  const { server, path } = await refuse('allow-implicit-flow');
  const before = structuredClone(webClient(server));
  const undo = await applyFix(server, path);
  assert.equal(webClient(server).implicitFlowEnabled, true);
  assert.equal((await call(server, 'DELETE', undo)).status, 204);
  assert.deepEqual(webClient(server), before);
  const twice = await call(server, 'DELETE', undo);
  assert.deepEqual([twice.status, /undone already/.test(reasonOf(twice))], [404, true]);

  const again = await applyFix(server, path);
  await call(server, 'PUT', clientPath(server), { name: 'Web', implicitFlowEnabled: false });
  const late = await call(server, 'DELETE', again);
  assert.equal(late.status, 409);
  assert.match(reasonOf(late), /implicitFlowEnabled of client web was changed after the fix/);
  await server.stop();
});

test('undo leaves other settings of the client alone, which were changed meanwhile', async () => {
  const { server, path } = await refuse('allow-implicit-flow');
  const undo = await applyFix(server, path);
  await call(server, 'PUT', clientPath(server), { name: 'Web shop' });
  assert.equal((await call(server, 'DELETE', undo)).status, 204);
  assert.equal(webClient(server).name, 'Web shop');
  await server.stop();
});

test('a created client that was changed since is not removed; one that is gone cannot be undone', async () => {
  const { server, path } = await refuse('create-public-client');
  const undo = await applyFix(server, path);
  const created = server.store.realms.find('shop')?.clients?.find(({ clientId }) => clientId === 'new');
  const clientUrl = `/admin/realms/shop/clients/${created?.id}`;
  await call(server, 'PUT', clientUrl, { name: 'Changed' });
  const changed = await call(server, 'DELETE', undo);
  assert.deepEqual([changed.status, /name of client new was changed/.test(reasonOf(changed))], [409, true]);
  await call(server, 'DELETE', clientUrl);
  const gone = await call(server, 'DELETE', undo);
  assert.deepEqual([gone.status, /client new is gone/.test(reasonOf(gone))], [409, true]);
  await server.stop();
});

test('a fix of a removed realm cannot be undone in a new realm of the same name', async () => {
  const { server, path } = await refuse('allow-implicit-flow');
  const undo = await applyFix(server, path);
  await call(server, 'DELETE', '/admin/realms/shop');
  await call(server, 'POST', '/admin/realms', { realm: 'shop' });
  assert.equal((await call(server, 'DELETE', undo)).status, 404);
  await server.stop();
});

test('neither Activity nor a preview shows the secrets of the changed settings', async () => {
  const { server, path } = await refuse('set-client-secret');
  const { body } = await call<FixPreviewWire>(server, 'GET', path);
  assert.deepEqual(body.changes, [
    { target: 'client', name: 'api', setting: 'secret', before: '••••', after: '••••' },
  ]);
  await applyFix(server, path, { secret: 'a-new-secret' });
  const { body: page } = await call<ActivityPage>(server, 'GET', '/emulator/v1/activity');
  const applied = page.records.find(({ title }) => title === 'Apply fix');
  const shown = await call(server, 'GET', `/emulator/v1/activity/${applied?.id}`);
  assert.ok(!JSON.stringify(shown.body).includes('a-new-secret'));
  await server.stop();
});
