import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { systemClock } from '#protocol/clock.ts';
import type { EventKind } from '#protocol/contract/events.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { ACTION_TOKEN_TYPES } from '#protocol/login/action-tokens/action-token.ts';
import { linkRule } from '#protocol/login/action-tokens/link-problems.ts';
import { REQUIRED_ACTIONS } from '#protocol/login/required-actions/table.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { createSingleLogout } from '#protocol/saml/profiles/single-logout.ts';
import { createWebBrowserSso } from '#protocol/saml/profiles/web-browser-sso.ts';
import { startComposedServer } from '#protocol/testing/composed-server.ts';
import { grantTypeOf, USER_EVENTS, userEventsOf } from './user-events.ts';

const OIDC = '/realms/:realm/protocol/openid-connect';

interface Case {
  readonly path?: string;
  readonly method?: string;
  readonly target?: string;
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
  /** Events that were noted. */
  readonly noted?: readonly EventKind[];
}

function record(given: Case): RecordedExchange {
  const recorder = createActivityRecorder({ clock: systemClock });
  const { method = 'POST', path = `${OIDC}/token`, realm = 'demo', status = 200 } = given;
  const recorded = recorder.begin({
    method,
    target: given.target ?? '/',
    rawHeaders: [],
    remoteAddress: '',
    secure: false,
  });
  recorded.routePath = path;
  recorded.realmName = realm === '' ? undefined : realm;
  recorded.title(given.heading ?? 'Title');
  recorded.keepRequestBody(given.body ?? '');
  for (const rule of given.passed ?? []) recorded.recordPass(rule, 'detail');
  if (given.user !== undefined) recorded.user(given.user);
  if (given.refused !== undefined) recorded.refused(given.refused, given.rule);
  for (const kind of given.noted ?? []) recorded.userEvent(kind, { why: kind });
  if (given.asked === true) recorded.outcome('asked');
  recorder.finish(recorded, { status: given.refused?.status ?? status });
  return recorded;
}

/** Kind and error of each event with a blank between them; undefined if there is no event. */
function eventOf(given: Case, client?: Partial<Client>): string | undefined {
  const events = userEventsOf(record(given), client as Client | undefined);
  return events.length === 0 ? undefined : events.map(({ kind, error }) => `${kind} ${error}`).join(', ');
}

test('Keycloak user events: a token request is named after its grant', () => {
  for (const [grant, event] of [
    ['authorization_code', 'CODE_TO_TOKEN '],
    ['refresh_token', 'REFRESH_TOKEN '],
    ['client_credentials', 'CLIENT_LOGIN '],
    ['urn:ietf:params:oauth:grant-type:device_code', 'OAUTH2_DEVICE_CODE_TO_TOKEN '],
    ['urn:ietf:params:oauth:grant-type:token-exchange', 'TOKEN_EXCHANGE '],
    ['urn:openid:params:grant-type:ciba', 'AUTHREQID_TO_TOKEN '],
  ] as const)
    assert.equal(eventOf({ body: `x=y&grant_type=${encodeURIComponent(grant)}` }), event);
  assert.equal(eventOf({ body: 'grant_type=password', user: 'alice' }), 'LOGIN ');
});

test('Keycloak user events: endpoints with one event each', () => {
  const registration = '/realms/:realm/clients-registrations/openid-connect';
  for (const [method, path, event] of [
    ['GET', `${OIDC}/userinfo`, 'USER_INFO_REQUEST '],
    ['POST', `${OIDC}/userinfo`, 'USER_INFO_REQUEST '],
    ['POST', `${OIDC}/token/introspect`, 'INTROSPECT_TOKEN '],
    ['POST', `${OIDC}/revoke`, 'REVOKE_GRANT '],
    ['POST', `${OIDC}/auth/device`, 'OAUTH2_DEVICE_AUTH '],
    ['POST', `${OIDC}/ext/par/request`, 'PUSHED_AUTHORIZATION_REQUEST '],
    ['POST', registration, 'CLIENT_REGISTER '],
    ['GET', `${registration}/:client`, 'CLIENT_INFO '],
    ['PUT', `${registration}/:client`, 'CLIENT_UPDATE '],
    ['DELETE', `${registration}/:client`, 'CLIENT_DELETE '],
  ] as const)
    assert.equal(eventOf({ method, path }), event);
});

test('Keycloak user events: a sign-in is counted when it is completed, not when a page asks for something', () => {
  for (const path of ['/realms/:realm/login-actions/authenticate', `${OIDC}/auth`]) {
    assert.equal(eventOf({ path, user: 'alice', status: 302 }), 'LOGIN ');
    assert.equal(eventOf({ path, user: 'alice', asked: true }), undefined);
    assert.equal(eventOf({ path }), undefined);
  }
  const saml = '/realms/:realm/protocol/saml';
  assert.equal(eventOf({ path: saml, user: 'alice', heading: 'SAML sign-in request' }), 'LOGIN ');
});

test('Keycloak user events: a logout is counted when a session ends', () => {
  const passed = ['end-session'];
  assert.equal(eventOf({ method: 'GET', path: `${OIDC}/logout`, passed }), 'LOGOUT ');
  assert.equal(eventOf({ method: 'GET', path: `${OIDC}/logout` }), undefined);
  const saml = { path: '/realms/:realm/protocol/saml', heading: 'SAML sign-out request' };
  assert.equal(eventOf({ ...saml, passed }), 'LOGOUT ');
});

test('Keycloak user events: a device code that the user entered is counted, the page itself is not', () => {
  const path = '/realms/:realm/device';
  assert.equal(
    eventOf({ path, passed: ['check-user-code'], asked: true }),
    'OAUTH2_DEVICE_VERIFY_USER_CODE ',
  );
  assert.equal(eventOf({ method: 'GET', path, asked: true }), undefined);
});

test('Keycloak user events: errors have the names that Keycloak gives them', () => {
  const oauth = (code: ConstructorParameters<typeof OAuthError>[0]) => new OAuthError(code);
  const code = 'grant_type=authorization_code';
  const known = { enabled: true };
  for (const [given, client, event] of [
    [{ body: code, refused: oauth('invalid_grant') }, known, 'CODE_TO_TOKEN invalid_code'],
    [
      { body: 'grant_type=refresh_token', refused: oauth('invalid_grant') },
      known,
      'REFRESH_TOKEN invalid_token',
    ],
    [{ body: code, refused: oauth('unauthorized_client') }, known, 'CODE_TO_TOKEN not_allowed'],
    [
      { body: code, refused: oauth('invalid_client'), rule: 'authenticate-client' },
      undefined,
      'CODE_TO_TOKEN client_not_found',
    ],
    [
      { body: code, refused: oauth('invalid_client'), rule: 'authenticate-client' },
      { enabled: false },
      'CODE_TO_TOKEN client_disabled',
    ],
    [
      { body: code, refused: oauth('unauthorized_client'), rule: 'authenticate-client' },
      known,
      'CODE_TO_TOKEN invalid_client_credentials',
    ],
    [
      { path: `${OIDC}/auth`, refused: oauth('invalid_request'), rule: 'check-redirect-uri' },
      known,
      'LOGIN invalid_redirect_uri',
    ],
    [
      {
        path: '/realms/:realm/login-actions/authenticate',
        refused: new OAuthError('access_denied', { userEventError: 'user_not_found' }),
        rule: 'authenticate-user',
      },
      known,
      'LOGIN user_not_found',
    ],
    [
      {
        path: '/realms/:realm/login-actions/authenticate',
        refused: oauth('access_denied'),
        rule: 'authenticate-user',
      },
      known,
      'LOGIN invalid_user_credentials',
    ],
    [
      { path: '/realms/:realm/login-actions/consent', refused: oauth('access_denied'), rule: 'ask-consent' },
      known,
      'LOGIN rejected_by_user',
    ],
    [{ path: `${OIDC}/ext/ciba/auth`, refused: oauth('invalid_scope') }, known, 'LOGIN invalid_request'],
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
  const links = ACTION_TOKEN_TYPES.map((type) => linkRule({ type }));
  const own = ['delete-account', 'register'];
  const sent = [
    'send-reset-password',
    'send-verify-email',
    'send-update-email',
    'send-idp-link',
    ...own,
    ...links,
  ];
  const noted = [
    'FEDERATED_IDENTITY_LINK',
    'GRANT_CONSENT',
    'LOGOUT',
    'REMOVE_CREDENTIAL',
    'REMOVE_FEDERATED_IDENTITY',
    'REMOVE_TOTP',
    'REVOKE_GRANT',
    'UPDATE_CONSENT',
    'VERIFY_PROFILE',
    'USER_DISABLED_BY_PERMANENT_LOCKOUT',
    'USER_DISABLED_BY_TEMPORARY_LOCKOUT',
  ] as const;
  const reached = new Set<string>();
  const add = (given: Case): void => {
    for (const rule of ['required-action', ...links])
      for (const { kind } of userEventsOf(
        record({ ...given, passed: sent, refused, rule, noted }),
        undefined,
      ))
        reached.add(kind);
  };
  for (const { type } of server.grants) {
    const body = new URLSearchParams({ grant_type: type }).toString();
    assert.ok(userEventsOf(record({ body, refused }), undefined).length > 0, type);
    add({ body });
  }
  for (const { method, path } of server.routes) {
    add({ method, path });
    for (const action of [...Object.keys(REQUIRED_ACTIONS), 'other'])
      add({ method, path, target: `${path}?execution=${action}` });
  }
  assert.deepEqual([...reached].sort(), USER_EVENTS);
  await server.stop();
});

test('SAML messages are told apart by the titles that their profiles give them', () => {
  const titles = createSingleLogout({} as never).profiles.map(({ title }) => title);
  const path = '/realms/:realm/protocol/saml';
  const refused = new OAuthError('invalid_request');
  for (const heading of titles) assert.equal(eventOf({ path, heading, refused }), 'LOGOUT invalid_request');
  const { title: heading } = createWebBrowserSso({} as never);
  assert.equal(eventOf({ path, heading, refused }), 'LOGIN invalid_request');
});

const ACTION = '/realms/:realm/login-actions/required-action';

test('Keycloak user events: a required action is an event of its own, before the sign-in that it completes', () => {
  const passed = ['required-action'];
  for (const [action, expected] of [
    ['UPDATE_PASSWORD', 'UPDATE_PASSWORD , UPDATE_CREDENTIAL , LOGIN '],
    ['CONFIGURE_TOTP', 'UPDATE_TOTP , UPDATE_CREDENTIAL , LOGIN '],
    ['VERIFY_PROFILE', 'UPDATE_PROFILE , LOGIN '],
    ['VERIFY_EMAIL', 'VERIFY_EMAIL , LOGIN '],
    ['TERMS_AND_CONDITIONS', 'CUSTOM_REQUIRED_ACTION , LOGIN '],
  ] as const) {
    const given = { path: ACTION, target: `/x?execution=${action}`, user: 'alice', passed };
    assert.equal(eventOf(given), expected);
    assert.equal(eventOf({ ...given, asked: true }), expected.replace(', LOGIN ', ''));
  }
});

test('Keycloak user events: an answer to a required action that is rejected or declined is an error of the action', () => {
  const rule = 'required-action';
  const wrong = { refused: new OAuthError('invalid_request'), rule };
  const declined = { refused: new OAuthError('access_denied'), rule };
  for (const [action, given, expected] of [
    ['UPDATE_PASSWORD', wrong, 'UPDATE_PASSWORD password_rejected, UPDATE_CREDENTIAL password_rejected'],
    ['UPDATE_PROFILE', wrong, 'UPDATE_PROFILE invalid_form'],
    ['TERMS_AND_CONDITIONS', declined, 'CUSTOM_REQUIRED_ACTION rejected_by_user'],
  ] as const)
    assert.equal(eventOf({ path: ACTION, target: `/x?execution=${action}`, ...given }), expected);
});

test('Keycloak user events: a page of a required action that is only shown is none', () => {
  const page = { path: ACTION, method: 'GET', target: '/x?execution=UPDATE_PASSWORD', user: 'alice' };
  assert.equal(eventOf({ ...page, asked: true }), undefined);
});

test('Keycloak user events: a sign-in that is refused after the required action leaves both events', () => {
  const given = {
    path: ACTION,
    target: '/x?execution=VERIFY_EMAIL',
    passed: ['required-action'],
    refused: new OAuthError('login_required'),
    rule: 'join-session',
  };
  assert.equal(eventOf(given), 'VERIFY_EMAIL , LOGIN login_required');
});

test('Keycloak user events: a lock follows the failed sign-in, and has neither its client nor its session', () => {
  const events = userEventsOf(
    record({
      body: 'grant_type=password',
      refused: new OAuthError('invalid_grant', { userEventError: 'invalid_user_credentials' }),
      noted: ['USER_DISABLED_BY_TEMPORARY_LOCKOUT'],
    }),
    undefined,
  );
  const details = { why: 'USER_DISABLED_BY_TEMPORARY_LOCKOUT' };
  assert.deepEqual(events, [
    { kind: 'LOGIN', error: 'invalid_user_credentials' },
    { kind: 'USER_DISABLED_BY_TEMPORARY_LOCKOUT', error: '', details, isOfUser: true },
  ]);
});

test('Keycloak user events: a page that asks for a profile is one, and no sign-in', () => {
  const given = { path: ACTION, method: 'GET', target: '/x?execution=VERIFY_PROFILE', user: 'alice' };
  assert.equal(eventOf({ ...given, asked: true, noted: ['VERIFY_PROFILE'] }), 'VERIFY_PROFILE ');
});

test('Keycloak user events: granted and denied consent is the sign-in, not an event of its own', () => {
  const path = '/realms/:realm/login-actions/consent';
  assert.equal(eventOf({ path, user: 'alice', passed: ['ask-consent'], status: 302 }), 'LOGIN ');
  const refused = new OAuthError('access_denied');
  assert.equal(eventOf({ path, user: 'alice', refused, rule: 'ask-consent' }), 'LOGIN rejected_by_user');
});
