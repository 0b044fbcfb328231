// CIBA in poll mode: the modules of the suite's fapi-ciba-id1 plan that test CIBA Core, answered through the
// answer URL as by the suite.
import { expect, test } from '@playwright/test';
import * as jose from 'jose';
import * as oidc from 'openid-client';
import {
  createBindingMessage,
  discoverClient,
  pollAnswered,
  pollOnce,
  type Refusal,
  refusalOf,
} from '../support/ciba.ts';
import { realmOf } from '../support/kit.ts';
import { callAdmin, moveClock, startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let issuer: string;
let first: Party;
let second: Party;

/** A client with its own key, as the suite registers it. */
interface Party {
  readonly client: oidc.Configuration;
  readonly clientId: string;
  readonly key: jose.CryptoKey;
}

type Claims = Readonly<Record<string, unknown>>;

test.beforeAll(async () => {
  server = await startServer();
  issuer = `${server.url}/realms/demo`;
  first = await register('conformance-first');
  second = await register('conformance-second');
});
test.afterAll(() => server.stop());

async function register(clientId: string): Promise<Party> {
  const { privateKey, publicKey } = await jose.generateKeyPair('PS256', { extractable: true });
  const jwk = { ...(await jose.exportJWK(publicKey)), kid: clientId, alg: 'PS256', use: 'sig' };
  const registered = await callAdmin(server.url, 'POST', '/admin/realms/demo/clients', {
    clientId,
    publicClient: false,
    clientAuthenticatorType: 'client-jwt',
    attributes: {
      'oidc.ciba.grant.enabled': 'true',
      'use.jwks.string': 'true',
      'jwks.string': JSON.stringify({ keys: [jwk] }),
      'id.token.signed.response.alg': 'PS256',
    },
  });
  expect(registered.status).toBe(201);
  const client = await discoverClient(
    server.url,
    clientId,
    oidc.PrivateKeyJwt({ key: privateKey, kid: clientId }),
  );
  return { client, clientId, key: privateKey };
}

function objectOf({ clientId }: Party, claims: Claims): Claims {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: clientId,
    aud: issuer,
    iat: now,
    nbf: now,
    exp: now + 300,
    jti: createBindingMessage(),
    scope: 'openid profile',
    login_hint: 'alice',
    ...claims,
  };
}

function sign(party: Party, claims: Claims, key: jose.CryptoKey = party.key): Promise<string> {
  const header = { alg: 'PS256', kid: party.clientId, typ: 'oauth-authz-req+jwt' };
  return new jose.SignJWT({ ...objectOf(party, claims) }).setProtectedHeader(header).sign(key);
}

async function ask(party: Party, claims: Claims = {}): Promise<oidc.BackchannelAuthenticationResponse> {
  return oidc.initiateBackchannelAuthentication(party.client, { request: await sign(party, claims) });
}

function refusedObject(request: string, party = first): Promise<Refusal> {
  return refusalOf(oidc.initiateBackchannelAuthentication(party.client, { request }));
}

/** Calls the answer URL as the suite calls `automated_ciba_approval_url`: an empty POST, no credentials. */
async function answer(action: 'allow' | 'deny', authReqId: string): Promise<void> {
  const { answerUrl } = await (await realmOf(server)).device.state();
  const url = answerUrl.replace('{auth_req_id}', authReqId).replace('{action}', action);
  const answered = await fetch(url, { method: 'POST', headers: { accept: 'application/json' } });
  expect(answered.status).toBe(200);
}

async function finish(
  party: Party,
  request: oidc.BackchannelAuthenticationResponse,
): Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers> {
  await answer('allow', request.auth_req_id);
  return pollAnswered(party.client, request);
}

/** The suite's flow of one client: pending, approved, tokens, code used up. */
async function completeFlow(party: Party, acr: string): Promise<void> {
  const request = await ask(party, { requested_expiry: 300, acr_values: acr });
  const pending = await refusalOf(pollOnce(party.client, request.auth_req_id));
  expect(pending).toMatchObject({ status: 400, error: 'authorization_pending' });
  await moveClock(server.url, 'demo', (request.interval ?? 0) * 1000);
  try {
    const tokens = await finish(party, request);
    expect(tokens.claims()).toMatchObject({ iss: issuer, aud: party.clientId, acr });
    expect(jose.decodeProtectedHeader(tokens.id_token ?? '').alg).toBe('PS256');
    const reused = await refusalOf(pollOnce(party.client, request.auth_req_id));
    expect(reused).toMatchObject({ status: 400, error: 'invalid_grant' });
  } finally {
    await moveClock(server.url, 'demo', 0);
  }
}

const INVALID_REQUEST = { status: 400, error: 'invalid_request' };

async function expectRefusedObject(claims: Claims, key?: jose.CryptoKey): Promise<void> {
  expect(await refusedObject(await sign(first, claims, key))).toMatchObject(INVALID_REQUEST);
}

const inMinutes = (minutes: number): number => Math.floor(Date.now() / 1000) + minutes * 60;

/** Modules by the suite's name: the requirement and its test. */
interface CibaModule {
  readonly requires: string;
  run(): Promise<void>;
}

const MODULES: Readonly<Record<string, CibaModule>> = {
  'fapi-ciba-id1-discovery-end-point-verification': {
    requires: 'CIBA §4: discovery contains endpoint, poll mode, grant and algorithms',
    async run() {
      const told = first.client.serverMetadata();
      expect(told['backchannel_authentication_endpoint']).toContain(`${issuer}/`);
      expect(told['backchannel_token_delivery_modes_supported']).toContain('poll');
      expect(told.grant_types_supported).toContain('urn:openid:params:grant-type:ciba');
      expect(told['backchannel_authentication_request_signing_alg_values_supported']).toContain('PS256');
      expect(told['backchannel_user_code_parameter_supported']).toBe(false);
      expect(told.token_endpoint_auth_methods_supported).toContain('private_key_jwt');
    },
  },
  'fapi-ciba-id1': {
    requires: 'CIBA §10.1.1, §11: two clients each get their own tokens, and an auth_req_id works once',
    async run() {
      await completeFlow(first, '0');
      await completeFlow(second, '1');
    },
  },
  'fapi-ciba-id1-user-rejects-authentication': {
    requires: 'CIBA §11: a denial is returned as access_denied',
    async run() {
      const request = await ask(second);
      await answer('deny', request.auth_req_id);
      const denied = await refusalOf(pollAnswered(second.client, request));
      expect(denied).toMatchObject({ status: 400, error: 'access_denied' });
    },
  },
  'fapi-ciba-id1-multiple-call-to-token-endpoint': {
    requires: 'CIBA §11: repeated polls are answered with authorization_pending or slow_down',
    async run() {
      const { auth_req_id: id } = await ask(first);
      for (let poll = 0; poll < 20; poll += 1) {
        const { status, error } = await refusalOf(pollOnce(first.client, id));
        expect(status).toBe(400);
        expect(['authorization_pending', 'slow_down']).toContain(error);
      }
    },
  },
  'fapi-ciba-id1-auth-req-id-expired': {
    requires: 'CIBA §11: an unanswered request is returned as expired_token',
    async run() {
      const request = await ask(first, { requested_expiry: 10 });
      await moveClock(server.url, 'demo', request.expires_in * 1000);
      try {
        // The client's clock moves with the server's, as if it had waited.
        const expired = await refusalOf(pollWithShiftedClock(request.auth_req_id, request.expires_in));
        expect(expired).toMatchObject({ status: 400, error: 'expired_token' });
      } finally {
        await moveClock(server.url, 'demo', 0);
      }
    },
  },
  'fapi-ciba-id1-ensure-authorization-request-with-binding-message-succeeds': {
    requires: 'CIBA §7.1: a binding message is accepted',
    async run() {
      expect((await finish(first, await ask(first, { binding_message: '1234' }))).access_token).toBeTruthy();
    },
  },
  'fapi-ciba-id1-ensure-other-scope-order-succeeds': {
    requires: 'RFC 6749 §3.3: the order of scopes does not matter',
    async run() {
      expect((await finish(first, await ask(first, { scope: 'profile openid' }))).id_token).toBeTruthy();
    },
  },
  'fapi-ciba-id1-ensure-requested-expiry-as-string-succeeds': {
    requires: 'CIBA §7.1.1: requested_expiry may be a string or a number',
    async run() {
      expect((await finish(first, await ask(first, { requested_expiry: '30' }))).access_token).toBeTruthy();
    },
  },
  'fapi-ciba-id1-ensure-authorization-request-with-potentially-bad-binding-message': {
    requires: 'CIBA §13: a long message beyond ASCII is shown, or refused as invalid_binding_message',
    async run() {
      const refusal = await refusedObject(
        await sign(first, { binding_message: `1234 👍🏿 品川 ${'Lorem ipsum '.repeat(38)}` }),
      );
      expect(refusal).toMatchObject({ status: 400, error: 'invalid_binding_message' });
    },
  },
  'fapi-ciba-id1-ensure-request-object-missing-aud-fails': {
    requires: 'CIBA §7.1.1: an object without aud is refused',
    run: () => expectRefusedObject({ aud: undefined }),
  },
  'fapi-ciba-id1-ensure-request-object-missing-iss-fails': {
    requires: 'CIBA §7.1.1: an object without iss is refused',
    run: () => expectRefusedObject({ iss: undefined }),
  },
  'fapi-ciba-id1-ensure-request-object-missing-exp-fails': {
    requires: 'CIBA §7.1.1: an object without exp is refused',
    run: () => expectRefusedObject({ exp: undefined }),
  },
  'fapi-ciba-id1-ensure-request-object-missing-iat-fails': {
    requires: 'CIBA §7.1.1: an object without iat is refused',
    run: () => expectRefusedObject({ iat: undefined }),
  },
  'fapi-ciba-id1-ensure-request-object-missing-nbf-fails': {
    requires: 'CIBA §7.1.1: an object without nbf is refused',
    run: () => expectRefusedObject({ nbf: undefined }),
  },
  'fapi-ciba-id1-ensure-request-object-missing-jti-fails': {
    requires: 'CIBA §7.1.1: an object without jti is refused',
    run: () => expectRefusedObject({ jti: undefined }),
  },
  'fapi-ciba-id1-ensure-request-object-bad-aud-fails': {
    requires: 'CIBA §7.1.1: an object for another server is refused',
    run: () => expectRefusedObject({ aud: 'https://server.example' }),
  },
  'fapi-ciba-id1-ensure-request-object-bad-iss-fails': {
    requires: 'CIBA §7.1.1: an object of another issuer is refused',
    run: () => expectRefusedObject({ iss: 'somebody-else' }),
  },
  'fapi-ciba-id1-ensure-request-object-expired-exp-fails': {
    requires: 'CIBA §7.1.1: an expired object is refused',
    run: () => expectRefusedObject({ exp: inMinutes(-5) }),
  },
  'fapi-ciba-id1-ensure-request-object-nbf-is-10-minutes-in-future-fails': {
    requires: 'CIBA §7.1.1: an object that is not valid yet is refused',
    run: () => expectRefusedObject({ nbf: inMinutes(10), exp: inMinutes(15) }),
  },
  'fapi-ciba-id1-ensure-request-object-signature-algorithm-is-none-fails': {
    requires: 'CIBA §7.1.1: an unsigned object is refused',
    async run() {
      const unsigned = new jose.UnsecuredJWT({ ...objectOf(first, {}) }).encode();
      expect(await refusedObject(unsigned)).toMatchObject(INVALID_REQUEST);
    },
  },
  'fapi-ciba-id1-ensure-request-object-signature-algorithm-is-bad-fails': {
    requires: 'CIBA §7.1.1: an object with an invalid signature is refused',
    async run() {
      const [header, claims, signature = ''] = (await sign(first, {})).split('.');
      const bytes = Buffer.from(signature, 'base64url').map((byte) => byte ^ 0xa5);
      const damaged = `${header}.${claims}.${Buffer.from(bytes).toString('base64url')}`;
      expect(await refusedObject(damaged)).toMatchObject(INVALID_REQUEST);
    },
  },
  'fapi-ciba-id1-ensure-request-object-signed-by-other-client-fails': {
    requires: 'CIBA §7.1.1: an object signed by another client is refused',
    run: () => expectRefusedObject({}, second.key),
  },
  'fapi-ciba-id1-ensure-authorization-request-with-multiple-hints-fails': {
    requires: 'CIBA §7.1: two hints are refused',
    run: () => expectRefusedObject({ login_hint_token: 'xxxx' }),
  },
  'fapi-ciba-id1-ensure-wrong-auth-req-id-in-token-endpoint-request': {
    requires: "CIBA §11: another client's auth_req_id is refused as invalid_grant",
    async run() {
      const { auth_req_id: id } = await ask(first);
      const refusal = await refusalOf(pollOnce(second.client, id));
      expect(refusal).toMatchObject({ status: 400, error: 'invalid_grant' });
    },
  },
  'fapi-ciba-id1-ensure-without-client-assertion-in-backchannel-authorization-request': {
    requires: 'CIBA §7.1: the authentication endpoint requires client authentication',
    async run() {
      const anonymous = await discoverClient(server.url, first.clientId, oidc.None());
      const request = await sign(first, {});
      const asked = oidc.initiateBackchannelAuthentication(anonymous, { request });
      expect((await refusalOf(asked)).status).toBe(401);
    },
  },
  'fapi-ciba-id1-ensure-without-client-assertion-in-token-endpoint-request': {
    requires: 'CIBA §10.1: the token endpoint requires client authentication',
    async run() {
      const anonymous = await discoverClient(server.url, first.clientId, oidc.None());
      const { auth_req_id: id } = await ask(first);
      const { status, error } = await refusalOf(pollOnce(anonymous, id));
      expect([400, 401]).toContain(status);
      expect(['invalid_client', 'unauthorized_client', 'invalid_request']).toContain(error);
    },
  },
  'fapi-ciba-id1-ensure-client-assertion-with-iss-aud-to-token-endpoint-succeeds': {
    requires: 'CIBA §7.1: the issuer is accepted as audience of the assertion',
    async run() {
      const authentication = oidc.PrivateKeyJwt(
        { key: first.key, kid: first.clientId },
        {
          [oidc.modifyAssertion]: (_header, payload) => {
            payload['aud'] = issuer;
          },
        },
      );
      const client = await discoverClient(server.url, first.clientId, authentication);
      const { auth_req_id: id } = await ask({ ...first, client });
      expect((await refusalOf(pollOnce(client, id))).error).toBe('authorization_pending');
    },
  },
  'fapi-ciba-id1-refresh-token': {
    requires: 'RFC 6749 §6, §10.4: the refresh token works for its client only',
    async run() {
      const tokens = await finish(first, await ask(first));
      const refreshToken = tokens.refresh_token ?? '';
      expect(refreshToken).toMatch(/^[\x20-\x7e]+$/);
      const foreign = await refusalOf(oidc.refreshTokenGrant(second.client, refreshToken));
      expect(foreign).toMatchObject({ status: 400, error: 'invalid_grant' });
      const fresh = await oidc.refreshTokenGrant(first.client, refreshToken);
      expect(fresh.claims()?.sub).toBe(tokens.claims()?.sub);
    },
  },
};

/** A poll with a client assertion from a clock that is ahead. */
function pollWithShiftedClock(authReqId: string, seconds: number): Promise<unknown> {
  const authentication = oidc.PrivateKeyJwt(
    { key: first.key, kid: first.clientId },
    {
      [oidc.modifyAssertion]: (_header, payload) => {
        for (const name of ['iat', 'nbf', 'exp']) payload[name] = Number(payload[name]) + seconds;
      },
    },
  );
  return discoverClient(server.url, first.clientId, authentication).then((client) =>
    pollOnce(client, authReqId),
  );
}

for (const [module, { requires, run }] of Object.entries(MODULES)) {
  test(`CIBA: ${module}: ${requires}`, run);
}
