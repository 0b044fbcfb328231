import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowInSeconds } from '#protocol/clock.ts';
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createDpopKey } from '../testing/dpop-key.ts';
import { CALLBACK, SECRET, WEB } from '../testing/realm.ts';
import { type Answer, claimsOf, type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const TYPE = 'urn:ietf:params:oauth:token-type:';
const EXCHANGE = { 'standard.token.exchange.enabled': 'true' };

const audience = (name: string) => ({
  name: `for ${name}`,
  protocolMapper: 'oidc-audience-mapper',
  config: { 'included.client.audience': name, 'access.token.claim': 'true' },
});

const client = (clientId: string, changes: Partial<ClientRepresentation> = {}): ClientRepresentation => ({
  clientId,
  publicClient: false,
  secret: SECRET,
  redirectUris: [CALLBACK],
  directAccessGrantsEnabled: true,
  ...changes,
});

/** `web` signs users in for `gateway`, which exchanges tokens for `orders` and `stock`. */
const CLIENTS: ClientRepresentation[] = [
  client('web', { protocolMappers: [audience('gateway')] }),
  client('gateway', { attributes: EXCHANGE, protocolMappers: ['orders', 'stock'].map(audience) }),
  client('orders'),
  client('stock'),
  client('closed', { enabled: false }),
  client('lone', { attributes: EXCHANGE }),
  client('open', { publicClient: true, attributes: EXCHANGE }),
];

const withServer = (
  use: (server: OAuthTestServer) => Promise<void>,
  realm: Partial<RealmRepresentation> = {},
) => withOAuthServer(use, { clients: CLIENTS, ...realm });

function exchange(
  server: OAuthTestServer,
  subject: string,
  changes: Readonly<Record<string, string>> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = {
    client_id: 'gateway',
    client_secret: SECRET,
    grant_type: GRANT,
    subject_token: subject,
    subject_token_type: `${TYPE}access_token`,
    ...changes,
  };
  return server.post(
    'token',
    Object.fromEntries(Object.entries(form).filter(([, value]) => value !== '')),
    headers,
  );
}

test('RFC 8693 §2.2.1: returns an access token for the same user and session, which userinfo accepts', async () => {
  await withServer(async (server) => {
    const subject = await server.tokens();
    const { status, body } = await exchange(server, subject.access_token, { scope: 'openid' });
    assert.equal(status, 200);
    assert.equal(body['issued_token_type'], `${TYPE}access_token`);
    assert.deepEqual([body['token_type'], 'refresh_token' in body], ['Bearer', false]);
    const claims = claimsOf(body['access_token']);
    const before = claimsOf(subject.access_token);
    assert.deepEqual(
      [claims['azp'], claims['sub'], claims['sid']],
      ['gateway', before['sub'], before['sid']],
    );
    assert.deepEqual([claims['aud']].flat(), ['orders', 'stock']);
    assert.match(String(claims['jti']), /^ntrtte:/);
    const headers = { authorization: `Bearer ${String(body['access_token'])}` };
    assert.equal((await server.send('userinfo', { headers })).status, 200);
    await server.post('logout', { ...WEB, refresh_token: subject.refresh_token });
    assert.equal((await server.send('userinfo', { headers })).status, 401);
  });
});

test('RFC 8693 §2.1: one or more audience parameters leave only those in aud', async () => {
  await withServer(async (server) => {
    const { access_token } = await server.tokens();
    const one = await exchange(server, access_token, { audience: 'stock' });
    assert.equal(claimsOf(one.body['access_token'])['aud'], 'stock');
    const body = new URLSearchParams([
      ...Object.entries({ client_id: 'gateway', client_secret: SECRET, grant_type: GRANT }),
      ['subject_token', access_token],
      ['subject_token_type', `${TYPE}access_token`],
      ['audience', 'stock'],
      ['audience', 'orders'],
    ]);
    const both = await server.send('token', { method: 'POST', body });
    assert.deepEqual(claimsOf(both.body['access_token'])['aud'], ['stock', 'orders']);
  });
});

test('RFC 7662 §2.2: introspection of an exchanged token returns only its audiences', async () => {
  await withServer(async (server) => {
    const { access_token } = await server.tokens();
    const { body } = await exchange(server, access_token, { audience: 'stock' });
    const token = String(body['access_token']);
    const answer = await server.post('token/introspect', {
      client_id: 'stock',
      client_secret: SECRET,
      token,
    });
    assert.deepEqual(
      [answer.body['active'], answer.body['aud'], answer.body['azp']],
      [true, 'stock', 'gateway'],
    );
  });
});

test('RFC 8693 §2.2.1: a requested ID token is returned in access_token', async () => {
  await withServer(async (server) => {
    const { access_token } = await server.tokens();
    const { body } = await exchange(server, access_token, { requested_token_type: `${TYPE}id_token` });
    assert.deepEqual([body['token_type'], body['issued_token_type']], ['N_A', `${TYPE}id_token`]);
    assert.equal('id_token' in body, false);
    const claims = claimsOf(body['access_token']);
    assert.deepEqual([claims['typ'], claims['aud']], ['ID', 'gateway']);
  });
});

test('a refresh token is issued only to clients that may have one, in the same session', async () => {
  await withServer(async (server) => {
    const { access_token, session_state } = await server.tokens();
    const wish = { requested_token_type: `${TYPE}refresh_token` };
    const refused = await exchange(server, access_token, wish);
    assert.deepEqual(refused.body, {
      error: 'invalid_request',
      error_description: 'requested_token_type unsupported',
    });
    const attributes = {
      ...EXCHANGE,
      'standard.token.exchange.enableRefreshRequestedTokenType': 'SAME_SESSION',
    };
    await server.changeClient('gateway', { attributes });
    const { body } = await exchange(server, access_token, wish);
    assert.equal(body['issued_token_type'], `${TYPE}refresh_token`);
    assert.match(String(claimsOf(body['access_token'])['jti']), /^onrtte:/);
    const form = { client_id: 'gateway', client_secret: SECRET, grant_type: 'refresh_token' };
    const renewed = await server.post('token', { ...form, refresh_token: String(body['refresh_token']) });
    assert.deepEqual([renewed.status, renewed.body['session_state']], [200, session_state]);
    const offline = await exchange(server, access_token, { ...wish, scope: 'offline_access' });
    assert.equal(offline.body['error_description'], 'Scope offline_access not allowed for token exchange');
  });
});

test('a refresh token is refused for a subject token without a session', async () => {
  const attributes = {
    ...EXCHANGE,
    'standard.token.exchange.enableRefreshRequestedTokenType': 'SAME_SESSION',
  };
  const clients = [client('gateway', { attributes, serviceAccountsEnabled: true })];
  await withServer(
    async (server) => {
      const own = { client_id: 'gateway', client_secret: SECRET, grant_type: 'client_credentials' };
      const subject = String((await server.post('token', own)).body['access_token']);
      const { body } = await exchange(server, subject, { requested_token_type: `${TYPE}refresh_token` });
      assert.match(String(body['error_description']), /^Refresh token not valid as requested_token_type/);
      assert.equal((await exchange(server, subject)).status, 200);
    },
    { clients },
  );
});

interface Refusal {
  readonly title: string;
  readonly form: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly error?: string;
  readonly description: string;
  readonly remedy: RegExp;
}

const REFUSALS: readonly Refusal[] = [
  ...['requested_subject', 'requested_issuer', 'subject_issuer'].map((name) => ({
    title: `${name} of the earlier exchange`,
    form: { [name]: 'x' },
    description: `Parameter '${name}' is not supported for standard token exchange`,
    remedy: new RegExp(`Send no ${name}`),
  })),
  {
    title: 'a client that may not exchange',
    form: { client_id: 'orders' },
    description: 'Standard token exchange is not enabled for the requested client',
    remedy: /standard\.token\.exchange\.enabled of client orders/,
  },
  {
    title: 'no subject_token',
    form: { subject_token: '' },
    description: "Parameter 'subject_token' required for standard token exchange",
    remedy: /Send subject_token/,
  },
  {
    title: 'no subject_token_type',
    form: { subject_token_type: '' },
    description: "Parameter 'subject_token_type' required for standard token exchange",
    remedy: /Send subject_token_type/,
  },
  {
    title: 'a different subject_token_type',
    form: { subject_token_type: `${TYPE}id_token` },
    description: "Parameter 'subject_token' supports access tokens only",
    remedy: /access_token/,
  },
  {
    title: 'an invalid subject token',
    form: { subject_token: 'x' },
    description: 'Invalid token',
    remedy: /access token of this realm/,
  },
  {
    title: 'a public client',
    form: { client_id: 'open' },
    error: 'invalid_client',
    description: 'Public client is not allowed to exchange token',
    remedy: /publicClient of client open/,
  },
  {
    title: 'a client outside of the subject token’s audience',
    form: { client_id: 'lone' },
    status: 403,
    error: 'access_denied',
    description: 'Client is not within the token audience',
    remedy: /audience mapper of client web add lone/,
  },
  {
    title: 'an unknown audience',
    form: { audience: 'nobody' },
    error: 'invalid_client',
    description: 'Audience not found',
    remedy: /clientId/,
  },
  {
    title: 'a disabled audience',
    form: { audience: 'closed' },
    error: 'invalid_client',
    description: 'Client disabled',
    remedy: /enabled of client closed/,
  },
  {
    title: 'an audience that no mapper adds',
    form: { audience: 'web' },
    description: 'Requested audience not available: web',
    remedy: /audience mapper for web/,
  },
  {
    title: 'an unknown requested_token_type',
    form: { requested_token_type: `${TYPE}saml2` },
    description: 'requested_token_type unsupported',
    remedy: /id_token/,
  },
  {
    title: 'a scope that the client cannot have',
    form: { scope: 'unheard-of' },
    error: 'invalid_scope',
    description: 'Invalid scopes: unheard-of',
    remedy: /unheard-of/,
  },
];
for (const { title, form, status = 400, error = 'invalid_request', description, remedy } of REFUSALS) {
  test(`RFC 8693 §2.2.2: ${title} is refused`, async () => {
    await withServer(async (server) => {
      const { access_token } = await server.tokens();
      const answer = await exchange(server, access_token, form);
      assert.deepEqual([answer.status, answer.body], [status, { error, error_description: description }]);
      assert.match(answer.refusal?.remedy ?? '', remedy);
    });
  });
}

test('RFC 8693 §2.2.2: refresh tokens, ID tokens, expired tokens and tokens of ended sessions are refused as subject', async () => {
  await withServer(async (server) => {
    const tokens = await server.tokens();
    for (const subject of [tokens.refresh_token, tokens.id_token])
      assert.equal((await exchange(server, subject)).body['error_description'], 'Invalid token');
    server.pass(300);
    assert.equal((await exchange(server, tokens.access_token)).body['error_description'], 'Invalid token');
    const fresh = await server.tokens();
    await server.post('logout', { ...WEB, refresh_token: fresh.refresh_token });
    assert.equal((await exchange(server, fresh.access_token)).body['error_description'], 'Invalid token');
  });
});

test('a client that requires consent exchanges only what the user has consented to', async () => {
  await withServer(async (server) => {
    await server.changeClient('gateway', { consentRequired: true });
    const { access_token } = await server.tokens();
    const { status, body } = await exchange(server, access_token);
    assert.deepEqual(
      [status, body],
      [
        400,
        {
          error: 'invalid_scope',
          error_description: 'Missing consents for Token Exchange in client gateway',
        },
      ],
    );
  });
});

test('RFC 9449 §7: a bound subject token can only be exchanged with its key', async () => {
  await withServer(async (server) => {
    const key = createDpopKey();
    const htu = `${server.issuer}/protocol/openid-connect/token`;
    const prove = (): Promise<string> => key.prove({ htm: 'POST', htu, iat: nowInSeconds(server.clock) });
    const form = { ...WEB, grant_type: 'password', username: 'alice', password: 'alice-password' };
    const subject = String((await server.post('token', form, { dpop: await prove() })).body['access_token']);
    assert.equal((await exchange(server, subject)).body['error_description'], 'Invalid token');
    const { body } = await exchange(server, subject, {}, { dpop: await prove() });
    assert.equal(body['token_type'], 'DPoP');
  });
});
