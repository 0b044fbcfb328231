// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { CALLBACK, WEB } from '../testing/realm.ts';
import { type OAuthTestServer, readTokens, withOAuthServer } from '../testing/server.ts';

const ADAPTER = { client_session_state: 'app-1', client_session_host: '127.0.0.1' };

/** Signs alice in and out; returns the paths that the application received and the notes on `web`. */
async function signOut(
  changes: (application: TestApplication) => Partial<ClientRepresentation>,
  adapter: Readonly<Record<string, string>> = ADAPTER,
): Promise<{ paths: readonly string[]; notes: readonly string[] }> {
  const application = await startTestApplication();
  let notes: readonly string[] = [];
  try {
    await withOAuthServer(async (server: OAuthTestServer) => {
      await server.changeClient('web', changes(application));
      const { code = '' } = await server.signIn(server.browser());
      const form = { ...WEB, ...adapter, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
      const { refresh_token } = readTokens(await server.post('token', form));
      const { status, summary } = await server.post('logout', { ...WEB, refresh_token });
      assert.equal(status, 204);
      const decisions = server.activity.find(summary?.id ?? '')?.decisions ?? [];
      notes = decisions.filter(({ rule }) => rule === 'notify-client').map(({ detail }) => detail);
    });
    return { paths: application.received.map(({ path }) => path), notes };
  } finally {
    await application.stop();
  }
}

const onHost = ({ url }: TestApplication): string => url.replace('127.0.0.1', '${application.session.host}');
const redirectUris = [CALLBACK, 'http://127.0.0.1/*'];

test('Keycloak adapters: ${application.session.host} in the Admin URL is the client_session_host', async () => {
  const { paths } = await signOut((application) => ({
    redirectUris,
    adminUrl: `${onHost(application)}/200/app/`,
  }));
  assert.deepEqual(paths, ['/200/app/k_logout']);
});

test('Keycloak adapters: ${application.session.host} works in the back-channel logout URL, and in its path', async () => {
  const { paths } = await signOut((application) => ({
    redirectUris,
    attributes: { 'backchannel.logout.url': `${onHost(application)}/200/\${application.session.host}` },
  }));
  assert.deepEqual(paths, ['/200/127.0.0.1']);
});

test('bad input: a client_session_host that the client’s settings do not name is not called, and Activity says so', async () => {
  const { paths, notes } = await signOut((application) => ({ adminUrl: `${onHost(application)}/200` }));
  assert.deepEqual(paths, []);
  assert.equal(notes.length, 1);
  assert.match(
    notes[0] ?? '',
    /^web was not called: client_session_host 127\.0\.0\.1 is not a host of the client/,
  );
});

test('without client_session_host, a back-channel logout URL with the placeholder is not called', async () => {
  const { paths, notes } = await signOut(
    (application) => ({ attributes: { 'backchannel.logout.url': `${onHost(application)}/200` } }),
    { client_session_state: 'app-1' },
  );
  assert.deepEqual(paths, []);
  assert.match(
    notes[0] ?? '',
    /attribute backchannel\.logout\.url of client web contains .* sent no client_session_host$/,
  );
});

for (const adminUrl of ['javascript:alert(1)', 'not an address', '']) {
  test(`bad input: the Admin URL "${adminUrl}" is not called`, async () => {
    assert.deepEqual(await signOut(() => ({ adminUrl })), { paths: [], notes: [] });
  });
}

test('a relative Admin URL is resolved with the client’s root URL', async () => {
  const { paths } = await signOut(({ url }) => ({ rootUrl: `${url}/200`, adminUrl: '/admin' }));
  assert.deepEqual(paths, ['/200/admin/k_logout']);
});
