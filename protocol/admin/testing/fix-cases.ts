// A refused request for each kind of fix, and the realm that refuses it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import type { FixKind } from '#protocol/contract/fix-table.ts';
import type { FixRequestWire } from '#protocol/contract/fixes.ts';
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { ComposedTestServer } from '#protocol/testing/composed-server.ts';

const CALLBACK = 'http://127.0.0.1:3000/callback';
const SHOP = '/realms/shop/protocol/openid-connect';

const web: ClientRepresentation = {
  clientId: 'web',
  publicClient: true,
  directAccessGrantsEnabled: true,
  redirectUris: [CALLBACK],
};
const api: ClientRepresentation = { clientId: 'api', secret: 'api-secret', redirectUris: [CALLBACK] };
const alice = {
  username: 'alice',
  email: 'alice@example.test',
  firstName: 'Alice',
  lastName: 'Ng',
  credentials: [{ type: 'password', value: 'alice' }],
};

/** The realm file of most cases, with changes. */
export function shop(
  changes: Partial<RealmRepresentation> & { clients?: ClientRepresentation[] } = {},
): RealmRepresentation {
  return structuredClone({ realm: 'shop', users: [alice], clients: [web, api], ...changes });
}

const withClient = (changes: Partial<ClientRepresentation>, base: ClientRepresentation = { ...web }) =>
  shop({ clients: [{ ...base, ...changes }] });

interface Sent {
  readonly status: number;
  readonly body: string;
  readonly location: string;
}

/** A caller with cookies. */
export class Caller {
  readonly #cookies = new Map<string, string>();
  readonly server: ComposedTestServer;

  constructor(server: ComposedTestServer) {
    this.server = server;
  }

  async send(
    path: string,
    { form, headers = {}, body }: { form?: object; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Sent> {
    const url = path.startsWith('http') ? path : `${this.server.baseUrl}${path}`;
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = form === undefined ? body : new URLSearchParams({ ...form }).toString();
    const response = await fetch(url, {
      method: sent === undefined ? 'GET' : 'POST',
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent }),
    });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      this.#cookies.set(name, value);
    }
    return {
      status: response.status,
      body: await response.text(),
      location: response.headers.get('location') ?? '',
    };
  }

  authorize(parameters: Record<string, string> = {}): Promise<Sent> {
    const query = { client_id: 'web', response_type: 'code', scope: 'openid', redirect_uri: CALLBACK };
    return this.send(`${SHOP}/auth?${new URLSearchParams({ ...query, ...parameters })}`);
  }

  token(form: Record<string, string>): Promise<Sent> {
    return this.send(`${SHOP}/token`, { form });
  }

  passwordGrant(form: Record<string, string> = {}): Promise<Sent> {
    return this.token({
      grant_type: 'password',
      client_id: 'web',
      username: 'alice',
      password: 'alice',
      scope: 'openid',
      ...form,
    });
  }

  /** Submits the form of a sign-in page. */
  submit(page: Sent, form: object): Promise<Sent> {
    const action = /<form[^>]*action="([^"]+)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    return this.send(action, { form });
  }

  wait(seconds: number): void {
    const { clock } = this.server;
    clock.setOffsetMs(clock.offsetMs + seconds * 1000);
  }
}

const jsonOf = ({ body }: Sent): Record<string, string> => JSON.parse(body);
const codeOf = ({ location }: Sent): string => new URL(location).searchParams.get('code') ?? '';

export interface FixCase {
  readonly realm?: RealmRepresentation;
  /** Sends the request that is refused first; may be a whole flow. */
  readonly send: (caller: Caller) => Promise<unknown>;
  readonly input?: FixRequestWire;
  /** For one whose single setting is not the only obstacle: the next refusal has this fix. */
  readonly thenNeeds?: FixKind;
}

function authnRequest(issuer: string): string {
  const instant = new Date(Date.UTC(2030, 0, 1)).toISOString();
  return `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${Math.random().toString(16).slice(2)}" Version="2.0" IssueInstant="${instant}" AssertionConsumerServiceURL="http://127.0.0.1:3000/acs"><saml:Issuer>${issuer}</saml:Issuer></samlp:AuthnRequest>`;
}

const sendSaml = (caller: Caller): Promise<Sent> => {
  const message = deflateRawSync(Buffer.from(authnRequest('urn:sp'))).toString('base64');
  return caller.send(`/realms/shop/protocol/saml?${new URLSearchParams({ SAMLRequest: message })}`);
};

const sendEcp = (caller: Caller): Promise<Sent> =>
  caller.send('/realms/shop/protocol/saml', {
    body: `<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>${authnRequest('urn:sp')}</S:Body></S:Envelope>`,
    headers: {
      'content-type': 'text/xml',
      authorization: `Basic ${Buffer.from('alice:alice').toString('base64')}`,
    },
  });

const sp = (changes: Partial<ClientRepresentation> = {}): RealmRepresentation =>
  shop({
    clients: [
      {
        clientId: 'urn:sp',
        protocol: 'saml',
        redirectUris: ['http://127.0.0.1:3000/acs'],
        ...changes,
        attributes: { 'saml.client.signature': 'false', ...changes.attributes },
      },
    ],
  });

const sendCiba = (caller: Caller, login = 'alice'): Promise<Sent> =>
  caller.send(`${SHOP}/ext/ciba/auth`, {
    form: { client_id: 'api', client_secret: 'api-secret', login_hint: login, scope: 'openid' },
  });

const ciba = (attributes: Record<string, string> = {}): RealmRepresentation =>
  withClient({ attributes: { 'oidc.ciba.grant.enabled': 'true', ...attributes } }, { ...api });

async function pollCibaLate(caller: Caller, seconds: number): Promise<void> {
  const { auth_req_id = '' } = jsonOf(await sendCiba(caller));
  caller.wait(seconds);
  const credentials = { client_id: 'api', client_secret: 'api-secret' };
  await caller.token({ grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id, ...credentials });
}

const sendDevice = (caller: Caller): Promise<Sent> =>
  caller.send(`${SHOP}/auth/device`, { form: { client_id: 'web', scope: 'openid' } });

const device = (attributes: Record<string, string> = {}): RealmRepresentation =>
  withClient({ attributes: { 'oauth2.device.authorization.grant.enabled': 'true', ...attributes } });

async function pollDeviceLate(caller: Caller, seconds: number): Promise<void> {
  const { device_code = '' } = jsonOf(await sendDevice(caller));
  caller.wait(seconds);
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  await caller.token({ grant_type, device_code, client_id: 'web' });
}

async function callUserinfoLate(caller: Caller): Promise<void> {
  const { access_token } = jsonOf(await caller.passwordGrant());
  caller.wait(400);
  await caller.send(`${SHOP}/userinfo`, { headers: { authorization: `Bearer ${access_token}` } });
}

async function reuseRefreshToken(caller: Caller): Promise<void> {
  const { refresh_token = '' } = jsonOf(await caller.passwordGrant());
  const form = { grant_type: 'refresh_token', client_id: 'web', refresh_token };
  await caller.token(form);
  await caller.token(form);
}

async function exchangeToken(caller: Caller): Promise<void> {
  const credentials = { client_id: 'api', client_secret: 'api-secret' };
  const { access_token = '' } = jsonOf(await caller.passwordGrant(credentials));
  await caller.token({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: access_token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    ...credentials,
  });
}

/** Serves an unsigned request object while the process has other work. */
const objects = createServer((_request, response) => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  response.end(`${part({ alg: 'none' })}.${part({ client_id: 'web', response_type: 'code' })}.`);
});
objects.listen(0, '127.0.0.1').unref();

const objectUrl = (): string => `http://127.0.0.1:${(objects.address() as AddressInfo).port}/object`;

/** A request for each kind of fix. */
export const FIX_CASES: Readonly<Record<FixKind, FixCase>> = {
  'add-redirect-uri': { send: (caller) => caller.authorize({ redirect_uri: 'http://127.0.0.1:3000/new' }) },
  'add-post-logout-redirect-uri': {
    send: (caller) =>
      caller.send(
        `${SHOP}/logout?${new URLSearchParams({ client_id: 'web', post_logout_redirect_uri: 'http://bye.test/' })}`,
      ),
  },
  'add-web-origin': {
    send: (caller) =>
      caller.send(`${SHOP}/token`, {
        form: { grant_type: 'password', client_id: 'web', username: 'alice', password: 'alice' },
        headers: { origin: 'http://spa.test' },
      }),
  },
  'add-request-uri': { send: (caller) => caller.authorize({ request_uri: objectUrl() }) },
  'create-public-client': { send: (caller) => caller.authorize({ client_id: 'new' }) },
  'create-confidential-client': {
    send: (caller) =>
      caller.token({ grant_type: 'client_credentials', client_id: 'job', client_secret: 'job-secret' }),
    input: { secret: 'job-secret' },
  },
  'create-saml-client': { realm: shop(), send: sendSaml, thenNeeds: 'add-redirect-uri' },
  'enable-client': { realm: withClient({ enabled: false }), send: (caller) => caller.passwordGrant() },
  'allow-standard-flow': {
    realm: withClient({ standardFlowEnabled: false }),
    send: (caller) => caller.authorize(),
  },
  'allow-implicit-flow': {
    send: (caller) => caller.authorize({ response_type: 'id_token token', nonce: 'n' }),
  },
  'allow-direct-access': {
    realm: withClient({ directAccessGrantsEnabled: false }),
    send: (caller) => caller.passwordGrant(),
  },
  'allow-service-account': {
    send: (caller) =>
      caller.token({ grant_type: 'client_credentials', client_id: 'api', client_secret: 'api-secret' }),
  },
  'allow-device-grant': { send: sendDevice },
  'allow-ciba': { send: sendCiba },
  'allow-token-exchange': {
    realm: withClient({ directAccessGrantsEnabled: true }, { ...api }),
    send: exchangeToken,
  },
  'allow-ecp': { realm: sp(), send: sendEcp },
  'allow-unpushed-requests': {
    realm: withClient({ attributes: { 'require.pushed.authorization.requests': 'true' } }),
    send: (caller) => caller.authorize(),
  },
  'allow-unsigned-messages': {
    realm: sp({ attributes: { 'saml.client.signature': 'true' } }),
    send: sendSaml,
  },
  'clear-pkce-method': {
    realm: withClient({ attributes: { 'pkce.code.challenge.method': 'S256' } }),
    send: (caller) => caller.authorize(),
  },
  'clear-bearer-only': { realm: withClient({ bearerOnly: true }), send: (caller) => caller.authorize() },
  'clear-consent': { realm: withClient({ consentRequired: true }), send: (caller) => caller.passwordGrant() },
  'set-client-secret': {
    realm: withClient({ serviceAccountsEnabled: true }, { ...api }),
    send: (caller) =>
      caller.token({ grant_type: 'client_credentials', client_id: 'api', client_secret: 'other' }),
    input: { secret: 'other' },
  },
  'create-user': {
    send: (caller) => caller.passwordGrant({ username: 'ben', password: 'ben-password' }),
    input: { password: 'ben-password' },
  },
  'enable-user': {
    realm: shop({ users: [{ ...alice, enabled: false }] }),
    send: (caller) => caller.passwordGrant(),
  },
  'set-password': {
    send: (caller) => caller.passwordGrant({ password: 'guess' }),
    input: { password: 'guess' },
  },
  'remove-required-action': {
    realm: shop({ users: [{ ...alice, requiredActions: ['UPDATE_PASSWORD'] }] }),
    send: (caller) => caller.passwordGrant(),
  },
  'enable-realm': { realm: shop({ enabled: false }), send: (caller) => caller.passwordGrant() },
  'allow-http': { realm: shop({ sslRequired: 'all' }), send: (caller) => caller.passwordGrant() },
  'allow-login-by-email': {
    realm: shop({ loginWithEmailAllowed: false }),
    send: async (caller) =>
      caller.submit(await caller.authorize(), { username: 'alice@example.test', password: 'alice' }),
  },
  'allow-password-reset': {
    realm: shop(),
    send: (caller) => caller.send('/realms/shop/login-actions/reset-credentials'),
  },
  'allow-refresh-token-reuse': { realm: shop({ revokeRefreshToken: true }), send: reuseRefreshToken },
  'raise-code-lifespan': {
    async send(caller) {
      const signedIn = await caller.submit(await caller.authorize(), {
        username: 'alice',
        password: 'alice',
      });
      caller.wait(90);
      const code = codeOf(signedIn);
      await caller.token({
        grant_type: 'authorization_code',
        client_id: 'web',
        redirect_uri: CALLBACK,
        code,
      });
    },
  },
  'raise-login-lifespan': {
    async send(caller) {
      const page = await caller.authorize();
      caller.wait(2000);
      await caller.submit(page, { username: 'alice', password: 'alice' });
    },
  },
  'raise-access-token-lifespan': { send: callUserinfoLate },
  'raise-access-token-lifespan-of-client': {
    realm: withClient({ attributes: { 'access.token.lifespan': '120' } }),
    send: callUserinfoLate,
  },
  'raise-device-code-lifespan': {
    realm: { ...device(), oauth2DeviceCodeLifespan: 60 },
    send: (caller) => pollDeviceLate(caller, 70),
  },
  'raise-device-code-lifespan-of-client': {
    realm: device({ 'oauth2.device.code.lifespan': '30' }),
    send: (caller) => pollDeviceLate(caller, 40),
  },
  'raise-pushed-request-lifespan': {
    async send(caller) {
      const pushed = await caller.send(`${SHOP}/ext/par/request`, {
        form: { client_id: 'web', response_type: 'code', redirect_uri: CALLBACK },
      });
      caller.wait(90);
      await caller.authorize({ request_uri: jsonOf(pushed)['request_uri'] ?? '' });
    },
  },
  'raise-ciba-lifespan': { realm: ciba(), send: (caller) => pollCibaLate(caller, 130) },
  'raise-ciba-lifespan-of-client': {
    realm: ciba({ 'ciba.expires.in': '60' }),
    send: (caller) => pollCibaLate(caller, 70),
  },
};
