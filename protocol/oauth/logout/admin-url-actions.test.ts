// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { createOutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import type { AdminUrlResult } from '#protocol/realm/sessions/admin-url-action.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { type ReceivedCall, startTestApplication } from '../testing/application.ts';
import { claimsOf, withOAuthServer } from '../testing/server.ts';
import { createNotBeforePush } from './admin-url-actions.ts';

interface Pushed {
  readonly result: Pick<AdminUrlResult, 'successRequests' | 'failedRequests'>;
  /** Notices as Activity shows them. */
  readonly notices: readonly string[];
  readonly received: readonly ReceivedCall[];
  readonly url: string;
  readonly now: number;
}

/** Notifies all clients of the realm, after changing `web`. */
async function pushTo(changes: (url: string) => Partial<ClientRepresentation>): Promise<Pushed> {
  const application = await startTestApplication();
  let pushed: Pushed | undefined;
  try {
    await withOAuthServer(async (server) => {
      const { store, clock, activity, log, baseUrl } = server;
      await server.changeClient('web', changes(application.url));
      await server.changeRealm((realm) => ({ ...realm, notBefore: 1000 }));
      const stored = store.realms.find('demo');
      assert.ok(stored);
      const realm = viewRealm(stored);
      const calls = createOutgoingCalls({ activity, log });
      const push = createNotBeforePush({ keys: createRealmKeys(store.realms, clock, log), calls });
      const { notices, ...result } = await push({ realm, clock, baseUrl }, [...realm.clients.values()]);
      calls.close();
      const now = Math.floor(clock.now() / 1000);
      const shown = notices.map(({ clientId, detail }) => `${clientId} ${detail}`);
      pushed = { result, notices: shown, received: application.received, url: application.url, now };
    });
  } finally {
    await application.stop();
  }
  assert.ok(pushed);
  return pushed;
}

test('a client with an Admin URL gets the signed action PUSH_NOT_BEFORE with the later of both times', async () => {
  const { result, received, url, now } = await pushTo((base) => ({
    adminUrl: `${base}/204/app/`,
    notBefore: 2000,
  }));
  assert.deepEqual(result, { successRequests: [`${url}/204/app/`], failedRequests: [] });
  assert.equal(received[0]?.path, '/204/app/k_push_not_before');
  const { id, expiration, ...claims } = claimsOf(received[0]?.body);
  assert.equal(typeof id, 'string');
  assert.equal(expiration, now + 30);
  assert.deepEqual(claims, { resource: 'web', action: 'PUSH_NOT_BEFORE', notBefore: 2000 });
});

test('an application that rejects the action is reported as failed', async () => {
  const { result, notices, url } = await pushTo((base) => ({ adminUrl: `${base}/500` }));
  assert.deepEqual(result, { successRequests: [], failedRequests: [`${url}/500`] });
  assert.deepEqual(notices, ['web answered 500']);
});

test('each registered node of the client is called', async () => {
  const { result, received, url } = await pushTo((base) => ({
    adminUrl: `${base.replace('127.0.0.1', '${application.session.host}')}/200`,
    registeredNodes: { '127.0.0.1': 1, localhost: 1 },
  }));
  const ofNode = (node: string): string => `${url.replace('127.0.0.1', node)}/200`;
  assert.deepEqual(result.successRequests, [ofNode('127.0.0.1'), ofNode('localhost')]);
  assert.deepEqual(
    received.map(({ path }) => path),
    ['/200/k_push_not_before', '/200/k_push_not_before'],
  );
});

test('bad input: a placeholder for the host without registered nodes is reported as failed, with the reason', async () => {
  const adminUrl = 'http://${application.session.host}/app';
  const { result, notices, received } = await pushTo(() => ({ adminUrl }));
  assert.deepEqual(result, { successRequests: [], failedRequests: [adminUrl] });
  assert.match(
    notices[0] ?? '',
    /^web was not called: adminUrl of client web contains .* has no registeredNodes$/,
  );
  assert.deepEqual(received, []);
});

for (const [why, changes] of [
  ['that is disabled', { enabled: false }],
  ['of another protocol', { protocol: 'saml' }],
  ['whose Admin URL is not a web URL', { adminUrl: 'javascript:alert(1)' }],
  ['without an Admin URL', { adminUrl: '' }],
] as const) {
  test(`a client ${why} is not notified`, async () => {
    const { result, received } = await pushTo((base) => ({ adminUrl: `${base}/200`, ...changes }));
    assert.deepEqual(result, { successRequests: [], failedRequests: [] });
    assert.equal(received.length, 0);
  });
}
