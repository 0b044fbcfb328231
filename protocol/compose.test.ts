import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ComposedTestServer, startComposedServer } from './testing/composed-server.ts';

const kinds: string[] = [];
const server: ComposedTestServer = await startComposedServer({
  options: { features: 'docker' },
  async prepare({ store }) {
    const create = store.createExpiringStore;
    store.createExpiringStore = (kind, capacity) => {
      kinds.push(kind);
      return create(kind, capacity);
    };
  },
});
after(() => server.stop());

test('house 2b: no two routes match the same method and path', () => {
  const names = server.routes.map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(names).size, names.length);
});

test('service description §4: every route is below its realm or its stand-ins, or belongs to the admin API, the console or health', () => {
  const known =
    /^\/(realms\/:realm|stand-ins\/:realm|resources|admin|emulator\/v1|console|health)(\/|$)|^\/$/;
  assert.deepEqual(
    server.routes.map(({ path }) => path).filter((path) => !known.test(path)),
    [],
  );
});

test('service description §4: the documented paths exist', () => {
  const paths = new Set(server.routes.map(({ path }) => path));
  for (const name of [
    'auth',
    'token',
    'logout',
    'userinfo',
    'revoke',
    'certs',
    'auth/device',
    'ext/ciba/auth',
    'ext/ciba/auth/callback',
    'logout/backchannel-logout',
  ]) {
    assert.ok(paths.has(`/realms/:realm/protocol/openid-connect/${name}`), name);
  }
});

test('contract "HTTP": the server reaches itself at its listening address', async () => {
  const { status } = await fetch(`${server.baseUrl}/health/ready`);
  assert.equal(status, 200);
});

test('contract "Store": no two parts of the server name the values of a database alike', () => {
  assert.ok(kinds.length > 10);
  assert.equal(new Set(kinds).size, kinds.length, kinds.join());
});
