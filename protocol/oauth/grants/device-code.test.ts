// Polling by devices, with a real server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import { collect } from '#protocol/store/collect.ts';
import { answerCode, askForCodes, openCode, pollDevice } from '../testing/device.ts';
import { SECRET } from '../testing/realm.ts';
import {
  type Answer,
  claimsOf,
  type OAuthTestServer,
  readTokens,
  withOAuthServer,
} from '../testing/server.ts';

const VERIFIER = 'v'.repeat(43);
const S256 = { code_challenge: sha256Base64Url(VERIFIER), code_challenge_method: 'S256' };
const DEVICE = { 'oauth2.device.authorization.grant.enabled': 'true' };

function assertRefused({ status, headers, body }: Answer, error: string, description: string): void {
  assert.deepEqual([status, body], [400, { error, error_description: description }]);
  assert.equal(headers.get('cache-control'), 'no-store');
}

async function approved(
  server: OAuthTestServer,
  changes: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { deviceCode, userCode } = await askForCodes(server, changes);
  await answerCode(server, userCode);
  return deviceCode;
}

const realmIdOf = ({ store }: OAuthTestServer): string => store.realms.find('demo')?.id ?? '';

test('RFC 8628 §3.4: after approval the device gets tokens of the browser’s session', async () => {
  await withOAuthServer(async (server) => {
    const code = await approved(server, { scope: 'openid phone', nonce: 'n1' });
    const tokens = readTokens(await pollDevice(server, code));
    const access = claimsOf(tokens.access_token);
    assert.match(String(access['jti']), /^onrtdg:/);
    assert.equal(access['azp'], 'web');
    assert.match(tokens.scope, /\bphone\b/);
    const id = claimsOf(tokens.id_token);
    assert.deepEqual([id['nonce'], id['acr'], id['sid']], ['n1', '1', tokens.session_state]);
    const refreshed = await server.post('token', {
      client_id: 'web',
      client_secret: SECRET,
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    });
    assert.equal(refreshed.status, 200);
  });
});

test('RFC 8628 §3.5: until the user has answered, a poll answers authorization_pending', async () => {
  await withOAuthServer(async (server) => {
    const { deviceCode, userCode } = await askForCodes(server);
    const pending = 'The authorization request is still pending';
    assertRefused(await pollDevice(server, deviceCode), 'authorization_pending', pending);
    await openCode(server.browser(), userCode);
    server.pass(5);
    assertRefused(await pollDevice(server, deviceCode), 'authorization_pending', pending);
  });
});

test('RFC 8628 §3.5: a poll before the interval answers slow_down, even after approval', async () => {
  await withOAuthServer(async (server) => {
    const { deviceCode, userCode } = await askForCodes(server);
    await pollDevice(server, deviceCode);
    assertRefused(await pollDevice(server, deviceCode), 'slow_down', 'Slow down');
    await answerCode(server, userCode);
    server.pass(5);
    assertRefused(await pollDevice(server, deviceCode), 'slow_down', 'Slow down');
    server.pass(5);
    assert.equal((await pollDevice(server, deviceCode)).status, 200);
  });
});

test('RFC 8628 §3.5: an expired code answers expired_token, whether approved or not', async () => {
  await withOAuthServer(async (server) => {
    const waiting = (await askForCodes(server)).deviceCode;
    const late = await approved(server);
    server.pass(600);
    for (const code of [waiting, late])
      assertRefused(await pollDevice(server, code), 'expired_token', 'Device code is expired');
    server.pass(15);
    assertRefused(await pollDevice(server, waiting), 'invalid_grant', 'Device code not valid');
  });
});

test('RFC 8628 §3.5: of concurrent polls exactly one gets tokens, and later ones none', async () => {
  await withOAuthServer(async (server) => {
    const code = await approved(server);
    const answers = await Promise.all(Array.from({ length: 10 }, () => pollDevice(server, code)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    server.pass(60);
    assertRefused(await pollDevice(server, code), 'invalid_grant', 'Device code not valid');
  });
});

for (const code of ['nonsense', '__proto__', '%', 'é', 'x'.repeat(5000)]) {
  test(`RFC 8628 §3.5: the code ${JSON.stringify(code.slice(0, 12))} is refused as unknown`, async () => {
    await withOAuthServer(async (server) => {
      assertRefused(await pollDevice(server, code), 'invalid_grant', 'Device code not valid');
    });
  });
}

test('RFC 8628 §3.4: a poll without a code is invalid_request', async () => {
  await withOAuthServer(async (server) => {
    assertRefused(await pollDevice(server, ''), 'invalid_request', 'Missing parameter: device_code');
  });
});

test('RFC 8628 §3.3: the user code is not accepted as a device code', async () => {
  await withOAuthServer(async (server) => {
    const { userCode } = await askForCodes(server);
    assertRefused(await pollDevice(server, userCode), 'invalid_grant', 'Device code not valid');
  });
});

test('another client’s poll is refused, and neither slows the device down nor consumes the code', async () => {
  await withOAuthServer(async (server) => {
    const code = await approved(server);
    await server.changeClient('other', { attributes: DEVICE });
    assertRefused(await pollDevice(server, code, { client_id: 'other' }), 'invalid_grant', 'Auth error');
    assert.equal((await pollDevice(server, code)).status, 200);
  });
});

test('a client whose device grant was turned off is refused', async () => {
  await withOAuthServer(async (server) => {
    const code = await approved(server);
    await server.changeClient('web', { attributes: {} });
    const answer = await pollDevice(server, code);
    assertRefused(answer, 'invalid_grant', 'Client not allowed OAuth 2.0 Device Authorization Grant');
    assert.match(answer.refusal?.remedy ?? '', /oauth2\.device\.authorization\.grant\.enabled of client web/);
  });
});

test('RFC 7636 §4.6: the challenge’s verifier is required, and a wrong one consumes the code', async () => {
  await withOAuthServer(async (server) => {
    const right = await approved(server, S256);
    assert.equal((await pollDevice(server, right, { code_verifier: VERIFIER })).status, 200);
    const without = await approved(server, S256);
    assertRefused(await pollDevice(server, without), 'invalid_grant', 'PKCE code verifier not specified');
    const wrong = await approved(server, S256);
    const mismatch = 'PKCE verification failed: Code mismatch';
    assertRefused(
      await pollDevice(server, wrong, { code_verifier: 'w'.repeat(43) }),
      'invalid_grant',
      mismatch,
    );
    server.pass(5);
    const again = await pollDevice(server, wrong, { code_verifier: VERIFIER });
    assertRefused(again, 'invalid_grant', 'Device code not valid');
  });
});

test('a session that ends before the poll gets no tokens', async () => {
  await withOAuthServer(async (server) => {
    const code = await approved(server);
    for (const session of await collect(server.store.sessions.list(realmIdOf(server)))) {
      await server.store.sessions.remove(session.realmId, session.id);
    }
    assertRefused(await pollDevice(server, code), 'invalid_grant', 'Session not active');
  });
});

test('a user who is deleted or disabled before the poll gets no tokens', async () => {
  await withOAuthServer(async (server) => {
    const realmId = realmIdOf(server);
    const alice = (await server.store.users.findByUsername(realmId, 'alice'))?.id ?? '';
    const [first, second] = [await approved(server), await approved(server)];
    await server.store.users.update(realmId, alice, (user) => ({ ...user, enabled: false }));
    assertRefused(await pollDevice(server, first), 'invalid_grant', 'User disabled');
    await server.store.users.remove(realmId, alice);
    assertRefused(await pollDevice(server, second), 'invalid_grant', 'User not found');
  });
});

test('a realm that is deleted and created again does not know old codes', async () => {
  await withOAuthServer(async (server) => {
    const code = await approved(server);
    const before = server.store.realms.find('demo');
    await server.store.realms.remove('demo');
    assert.equal((await pollDevice(server, code)).status, 404);
    if (before !== undefined) await server.store.realms.create({ ...before, id: 'made-again' }, []);
    assertRefused(await pollDevice(server, code), 'invalid_grant', 'Device code not valid');
  });
});

test('Activity shows device and browser in one flow', async () => {
  await withOAuthServer(async (server) => {
    const code = await approved(server);
    await pollDevice(server, code);
    const records = server.activity.list().records;
    const flows = new Set(
      records.filter(({ title }) => title !== 'Device result page').map(({ flow }) => flow),
    );
    assert.ok(records.length >= 4);
    assert.equal(flows.size, 1);
    assert.equal(records[0]?.username, 'alice');
  });
});
