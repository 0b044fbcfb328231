import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { type ReceivedCall, startTestApplication } from '../testing/application.ts';
import { WEB } from '../testing/realm.ts';
import { claimsOf, withOAuthServer } from '../testing/server.ts';

/** What the application receives when alice logs out. */
async function callsAfterSignOut(
  changes: (url: string) => Partial<ClientRepresentation>,
): Promise<{ calls: readonly ReceivedCall[]; sid: string; notBefore: number }> {
  const application = await startTestApplication();
  let found = { sid: '', notBefore: 0 };
  try {
    await withOAuthServer(async (server) => {
      await server.changeClient('web', changes(application.url));
      // Creates the RSA key in advance, so the logout does not wait for it.
      await server.send('certs');
      const { refresh_token, session_state } = await server.tokens();
      const adapter = { ...WEB, grant_type: 'refresh_token', refresh_token, client_session_state: 'app-1' };
      assert.equal((await server.post('token', adapter)).status, 200);
      await server.post('logout', { ...WEB, refresh_token });
      found = { sid: session_state, notBefore: Math.floor(server.clock.now() / 1000) };
    });
    return { calls: application.received, ...found };
  } finally {
    await application.stop();
  }
}

test('a client without a back-channel URL gets the signed action LOGOUT for its session at its Admin URL', async () => {
  const { calls, sid, notBefore } = await callsAfterSignOut((url) => ({ adminUrl: `${url}/200/app/` }));
  assert.equal(calls[0]?.path, '/200/app/k_logout');
  const { id, expiration, ...claims } = claimsOf(calls[0]?.body);
  assert.equal(typeof id, 'string');
  assert.equal(expiration, notBefore + 30);
  assert.deepEqual(claims, {
    resource: 'web',
    action: 'LOGOUT',
    notBefore: 0,
    adapterSessionIds: ['app-1'],
    keycloakSessionIds: [sid],
  });
});

test('the action is signed with the realm’s RSA key, whatever signs other tokens', async () => {
  const { calls } = await callsAfterSignOut((url) => ({ adminUrl: `${url}/200` }));
  const header = JSON.parse(Buffer.from(calls[0]?.body.split('.')[0] ?? '', 'base64url').toString());
  assert.equal(header.alg, 'RS256');
});

test('the back-channel URL takes precedence over the Admin URL', async () => {
  const { calls } = await callsAfterSignOut((url) => ({
    adminUrl: `${url}/200/admin`,
    attributes: { 'backchannel.logout.url': `${url}/200/back` },
  }));
  assert.deepEqual(
    calls.map(({ path }) => path),
    ['/200/back'],
  );
});

for (const [why, changes] of [
  ['with front-channel logout', { frontchannelLogout: true }],
  ['changed to another protocol', { protocol: 'saml' }],
] as const) {
  test(`a client ${why} is not notified at its Admin URL`, async () => {
    const application = await startTestApplication();
    try {
      await withOAuthServer(async (server) => {
        const { id_token } = await server.tokens();
        const { refresh_token } = await server.tokens();
        const adapter = { ...WEB, grant_type: 'refresh_token', refresh_token, client_session_state: 'app-1' };
        await server.post('token', adapter);
        await server.changeClient('web', { adminUrl: `${application.url}/200`, ...changes });
        await server.post('logout', { ...WEB, refresh_token });
        assert.ok(id_token);
        assert.deepEqual(application.received, []);
      });
    } finally {
      await application.stop();
    }
  });
}
