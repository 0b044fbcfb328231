import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { systemClock } from '#protocol/clock.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { createSingleLogout } from '#protocol/saml/profiles/single-logout.ts';
import { createWebBrowserSso } from '#protocol/saml/profiles/web-browser-sso.ts';
import { startComposedServer } from '#protocol/testing/composed-server.ts';
import { grantTypeOf, USER_EVENTS, userEventOf } from './user-events.ts';

const OIDC = '/realms/:realm/protocol/openid-connect';

interface Case {
  readonly path?: string;
  readonly method?: string;
  readonly body?: string;
  readonly realm?: string;
  readonly user?: string;
  readonly heading?: string;
  readonly status?: number;
  /** Rules that passed. */
  readonly passed?: readonly string[];
  readonly refused?: OAuthError;
  readonly rule?: string;
  readonly asked?: true;
}

function record(given: Case): RecordedExchange {
  const recorder = createActivityRecorder({ clock: systemClock });
  const { method = 'POST', path = `${OIDC}/token`, realm = 'demo', status = 200 } = given;
  const recorded = recorder.begin({ method, target: '/', rawHeaders: [], remoteAddress: '', secure: false });
  recorded.routePath = path;
  recorded.realmName = realm === '' ? undefined : realm;
  recorded.title(given.heading ?? 'Title');
  recorded.keepRequestBody(given.body ?? '');
  for (const rule of given.passed ?? []) recorded.recordPass(rule, 'detail');
  if (given.user !== undefined) recorded.user(given.user);
  if (given.refused !== undefined) recorded.refused(given.refused, given.rule);
  if (given.asked === true) recorded.outcome('asked');
  recorder.finish(recorded, { status: given.refused?.status ?? status });
  return recorded;
}

/** `event` and `error` with a blank between them; undefined if there is no event. */
function eventOf(given: Case, client?: Partial<Client>): string | undefined {
  const event = userEventOf(record(given), client as Client | undefined);
  return event && `${event.event} ${event.error}`;
}

test('Keycloak user events: a token request is named after its grant', () => {
  for (const [grant, event] of [
    ['authorization_code', 'code_to_token '],
    ['refresh_token', 'refresh_token '],
    ['client_credentials', 'client_login '],
    ['urn:ietf:params:oauth:grant-type:device_code', 'oauth2_device_code_to_token '],
    ['urn:ietf:params:oauth:grant-type:token-exchange', 'token_exchange '],
    ['urn:openid:params:grant-type:ciba', 'authreqid_to_token '],
  ] as const)
    assert.equal(eventOf({ body: `x=y&grant_type=${encodeURIComponent(grant)}` }), event);
  assert.equal(eventOf({ body: 'grant_type=password', user: 'alice' }), 'login ');
});

test('Keycloak user events: endpoints with one event each', () => {
  const registration = '/realms/:realm/clients-registrations/openid-connect';
  for (const [method, path, event] of [
    ['GET', `${OIDC}/userinfo`, 'user_info_request '],
    ['POST', `${OIDC}/userinfo`, 'user_info_request '],
    ['POST', `${OIDC}/token/introspect`, 'introspect_token '],
    ['POST', `${OIDC}/revoke`, 'revoke_grant '],
    ['POST', `${OIDC}/auth/device`, 'oauth2_device_auth '],
    ['POST', `${OIDC}/ext/par/request`, 'pushed_authorization_request '],
    ['POST', registration, 'client_register '],
    ['GET', `${registration}/:client`, 'client_info '],
    ['PUT', `${registration}/:client`, 'client_update '],
    ['DELETE', `${registration}/:client`, 'client_delete '],
  ] as const)
    assert.equal(eventOf({ method, path }), event);
});

test('Keycloak user events: a sign-in is counted when it is completed, not when a page asks for something', () => {
  for (const path of ['/realms/:realm/login-actions/authenticate', `${OIDC}/auth`]) {
    assert.equal(eventOf({ path, user: 'alice', status: 302 }), 'login ');
    assert.equal(eventOf({ path, user: 'alice', asked: true }), undefined);
    assert.equal(eventOf({ path }), undefined);
  }
  const saml = '/realms/:realm/protocol/saml';
  assert.equal(eventOf({ path: saml, user: 'alice', heading: 'SAML sign-in request' }), 'login ');
});

test('Keycloak user events: a logout is counted when a session ends', () => {
  const passed = ['end-session'];
  assert.equal(eventOf({ method: 'GET', path: `${OIDC}/logout`, passed }), 'logout ');
  assert.equal(eventOf({ method: 'GET', path: `${OIDC}/logout` }), undefined);
  const saml = { path: '/realms/:realm/protocol/saml', heading: 'SAML sign-out request' };
  assert.equal(eventOf({ ...saml, passed }), 'logout ');
});

test('Keycloak user events: a device code that the user entered is counted, the page itself is not', () => {
  const path = '/realms/:realm/device';
  assert.equal(
    eventOf({ path, passed: ['check-user-code'], asked: true }),
    'oauth2_device_verify_user_code ',
  );
  assert.equal(eventOf({ method: 'GET', path, asked: true }), undefined);
});

test('Keycloak user events: errors have the names that Keycloak gives them', () => {
  const oauth = (code: ConstructorParameters<typeof OAuthError>[0]) => new OAuthError(code);
  const code = 'grant_type=authorization_code';
  const known = { enabled: true };
  for (const [given, client, event] of [
    [{ body: code, refused: oauth('invalid_grant') }, known, 'code_to_token invalid_code'],
    [
      { body: 'grant_type=refresh_token', refused: oauth('invalid_grant') },
      known,
      'refresh_token invalid_token',
    ],
    [{ body: code, refused: oauth('unauthorized_client') }, known, 'code_to_token not_allowed'],
    [
      { body: code, refused: oauth('invalid_client'), rule: 'authenticate-client' },
      undefined,
      'code_to_token client_not_found',
    ],
    [
      { body: code, refused: oauth('invalid_client'), rule: 'authenticate-client' },
      { enabled: false },
      'code_to_token client_disabled',
    ],
    [
      { body: code, refused: oauth('unauthorized_client'), rule: 'authenticate-client' },
      known,
      'code_to_token invalid_client_credentials',
    ],
    [
      { path: `${OIDC}/auth`, refused: oauth('invalid_request'), rule: 'check-redirect-uri' },
      known,
      'login invalid_redirect_uri',
    ],
    [
      {
        path: '/realms/:realm/login-actions/authenticate',
        refused: new OAuthError('access_denied', { userEventError: 'user_not_found' }),
        rule: 'authenticate-user',
      },
      known,
      'login user_not_found',
    ],
    [
      {
        path: '/realms/:realm/login-actions/authenticate',
        refused: oauth('access_denied'),
        rule: 'authenticate-user',
      },
      known,
      'login invalid_user_credentials',
    ],
    [
      { path: '/realms/:realm/login-actions/consent', refused: oauth('access_denied'), rule: 'ask-consent' },
      known,
      'login rejected_by_user',
    ],
    [{ path: `${OIDC}/ext/ciba/auth`, refused: oauth('invalid_scope') }, known, 'login invalid_scope'],
  ] as const)
    assert.equal(eventOf(given, client), event);
});

test('Keycloak user events: what is no user event', () => {
  const body = 'grant_type=client_credentials';
  assert.equal(eventOf({ body, realm: '' }), undefined);
  assert.equal(
    eventOf({ body: 'grant_type=unheard-of', refused: new OAuthError('unsupported_grant_type') }),
    undefined,
  );
  assert.equal(eventOf({ path: '/admin/realms/:realm/users' }), undefined);
  assert.equal(eventOf({ path: `${OIDC}/certs` }), undefined);
  assert.equal(eventOf({ path: `${OIDC}/ext/ciba/auth`, user: 'alice' }), undefined);
  assert.equal(eventOf({ body, status: 500 }), undefined);
  const pending = { body, refused: new OAuthError('authorization_pending') };
  assert.equal(eventOf(pending), undefined);
});

test('cardinality: a grant type that the server does not know is other', () => {
  const known = new Set(['password']);
  assert.equal(grantTypeOf(record({ body: 'grant_type=password' }), known), 'password');
  assert.equal(grantTypeOf(record({ body: 'grant_type=made-up' }), known), 'other');
  assert.equal(grantTypeOf(record({ body: '%%%' }), known), 'other');
  assert.equal(grantTypeOf(record({}), known), 'other');
});

test('every grant and every route that events refer to exists, and every grant has an event', async () => {
  const server = await startComposedServer({});
  const refused = new OAuthError('invalid_request');
  const reached = new Set<string>();
  const add = (given: Case): void => {
    const event = userEventOf(record({ ...given, refused }), undefined);
    if (event !== undefined) reached.add(event.event);
  };
  for (const { type } of server.grants) {
    const body = new URLSearchParams({ grant_type: type }).toString();
    assert.ok(userEventOf(record({ body, refused }), undefined), type);
    add({ body });
  }
  for (const { method, path } of server.routes) add({ method, path });
  assert.deepEqual([...reached].sort(), USER_EVENTS);
  await server.stop();
});

test('SAML messages are told apart by the titles that their profiles give them', () => {
  const titles = createSingleLogout({} as never).profiles.map(({ title }) => title);
  const path = '/realms/:realm/protocol/saml';
  const refused = new OAuthError('invalid_request');
  for (const heading of titles) assert.equal(eventOf({ path, heading, refused }), 'logout invalid_request');
  const { title: heading } = createWebBrowserSso({} as never);
  assert.equal(eventOf({ path, heading, refused }), 'login invalid_request');
});
