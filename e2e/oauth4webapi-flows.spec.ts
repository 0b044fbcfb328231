import { expect, test } from '@playwright/test';
import * as oauth from 'oauth4webapi';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { createBindingMessage } from './support/ciba.ts';
import { CALLBACK, person, secretOf } from './support/clients.ts';
import { realmOf } from './support/kit.ts';
import { startServer, type TestServer } from './support/server.ts';
import { PlainBrowser, signIn } from './support/sign-in.ts';

let server: TestServer;
let idp: IdentityProvider;
let as: oauth.AuthorizationServer;
const http = { [oauth.allowInsecureRequests]: true } as const;
const alice = person('alice');
const web: oauth.Client = { client_id: 'demo-web' };
const secret = oauth.ClientSecretPost(secretOf('demo-web'));

test.beforeAll(async () => {
  server = await startServer();
  const issuer = new URL(`${server.url}/realms/demo`);
  as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http));
  idp = await realmOf(server);
  await idp.client('demo-web', { implicitFlowEnabled: true });
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

interface Sent {
  readonly callback: URL;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

/** The request's parameters and expected values; the request is pushed first if required. */
async function send(extra: Record<string, string>, pushed = false): Promise<Sent> {
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const parameters = new URLSearchParams({
    client_id: 'demo-web',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...extra,
  });
  const url = new URL(as.authorization_endpoint ?? '');
  url.search = String(pushed ? await push(parameters) : parameters);
  const callback = await signIn(new PlainBrowser(), url, alice.username, alice.password);
  return { callback, verifier, state, nonce };
}

async function push(parameters: URLSearchParams): Promise<URLSearchParams> {
  const response = await oauth.pushedAuthorizationRequest(as, web, secret, parameters, http);
  const { request_uri } = await oauth.processPushedAuthorizationResponse(as, web, response);
  return new URLSearchParams({ client_id: 'demo-web', request_uri });
}

async function redeem(
  callback: URLSearchParams,
  { verifier, nonce }: Sent,
  options: oauth.TokenEndpointRequestOptions = http,
): Promise<oauth.TokenEndpointResponse> {
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    web,
    secret,
    callback,
    CALLBACK,
    verifier,
    options,
  );
  return oauth.processAuthorizationCodeResponse(as, web, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
}

test('RFC 9126 §2: a pushed request completes the sign-in, and its code is redeemed', async () => {
  const sent = await send({}, true);
  const callback = oauth.validateAuthResponse(as, web, sent.callback, sent.state);
  expect((await redeem(callback, sent)).access_token).toBeTruthy();
});

for (const mode of ['query.jwt', 'fragment.jwt', 'jwt']) {
  test(`JARM §2.3: response_mode ${mode} is verified by oauth4webapi and redeemed`, async () => {
    const sent = await send({ response_mode: mode });
    const given =
      sent.callback.hash === ''
        ? sent.callback.searchParams
        : new URLSearchParams(sent.callback.hash.slice(1));
    const callback = await oauth.validateJwtAuthResponse(as, web, given, sent.state, http);
    expect((await redeem(callback, sent)).id_token).toBeTruthy();
  });
}

test('OIDC Core §3.3.2.9: a hybrid response is verified by oauth4webapi: c_hash, s_hash, nonce, signature', async () => {
  const sent = await send({ response_type: 'code id_token' });
  const callback = await oauth.validateCodeIdTokenResponse(
    as,
    web,
    sent.callback,
    sent.nonce,
    sent.state,
    undefined,
    http,
  );
  expect((await redeem(callback, sent)).access_token).toBeTruthy();
});

test('RFC 9449 §5, §7: a token bound to a key works only with a proof of that key', async () => {
  const own = oauth.DPoP(web, await oauth.generateKeyPair('ES256'));
  const foreign = oauth.DPoP(web, await oauth.generateKeyPair('ES256'));
  const sent = await send({});
  const callback = oauth.validateAuthResponse(as, web, sent.callback, sent.state);
  const tokens = await redeem(callback, sent, { ...http, DPoP: own });
  expect(tokens.token_type).toBe('dpop');
  const subject = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? '';
  const userInfo = (DPoP: oauth.DPoPHandle) =>
    oauth.userInfoRequest(as, web, tokens.access_token, { ...http, DPoP });
  const claims = await oauth.processUserInfoResponse(as, web, subject, await userInfo(own));
  expect(claims.sub).toBe(subject);
  expect((await userInfo(foreign)).status).toBe(401);
});

test('RFC 8628 §3.4: a device polling before the answer gets authorization_pending', async () => {
  const device = { client_id: 'demo-tv' };
  const none = oauth.None();
  const begun = await oauth.deviceAuthorizationRequest(as, device, none, { scope: 'openid' }, http);
  const { device_code } = await oauth.processDeviceAuthorizationResponse(as, device, begun);
  const polled = await oauth.deviceCodeGrantRequest(as, device, none, device_code, http);
  const refusal = oauth.processDeviceCodeResponse(as, device, polled);
  await expect(refusal).rejects.toMatchObject({ error: 'authorization_pending', status: 400 });
});

/** A CIBA request with oauth4webapi, and its poll. */
async function askToApprove(message: string): Promise<() => Promise<oauth.TokenEndpointResponse>> {
  const device: oauth.Client = { client_id: 'demo-ciba' };
  const authentication = oauth.ClientSecretBasic(secretOf('demo-ciba'));
  const parameters = { scope: 'openid profile', login_hint: 'alice', binding_message: message };
  const begun = await oauth.backchannelAuthenticationRequest(as, device, authentication, parameters, http);
  const { auth_req_id: id } = await oauth.processBackchannelAuthenticationResponse(as, device, begun);
  return async () => {
    const polled = await oauth.backchannelAuthenticationGrantRequest(as, device, authentication, id, http);
    return oauth.processBackchannelAuthenticationGrantResponse(as, device, polled);
  };
}

test('CIBA §10.1.1: after approval on the device, oauth4webapi verifies the ID token of the poll', async () => {
  const message = createBindingMessage();
  const poll = await askToApprove(message);
  await idp.device.approve({ bindingMessage: message });
  expect(oauth.getValidatedIdTokenClaims(await poll())).toMatchObject({
    aud: 'demo-ciba',
    preferred_username: 'alice',
  });
});

for (const [answer, error] of [
  [undefined, 'authorization_pending'],
  ['deny', 'access_denied'],
] as const) {
  test(`CIBA §11: oauth4webapi receives ${error} from the poll`, async () => {
    const message = createBindingMessage();
    const poll = await askToApprove(message);
    await idp.device[answer ?? 'prompt']({ bindingMessage: message });
    await expect(poll()).rejects.toMatchObject({ error, status: 400 });
  });
}
