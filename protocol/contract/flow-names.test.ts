import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActivitySummary } from './activity.ts';
import {
  CIBA_GRANT,
  DEVICE_GRANT,
  FLOW_KINDS,
  FLOW_ROWS,
  nameFlow,
  shortenReason,
  subjectsOfFlow,
  TOKEN_EXCHANGE_GRANT,
} from './flow-names.ts';

type Parts = Partial<ActivitySummary>;

function exchange(title: string, parts: Parts = {}): ActivitySummary {
  return {
    id: '1',
    flow: '1',
    realm: 'demo',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    from: 'application',
    to: 'understudy',
    method: 'POST',
    path: '/realms/demo/x',
    status: 200,
    outcome: 'accepted',
    title,
    ...parts,
  };
}

const web: Parts = { clientId: 'web' };
const alice: Parts = { clientId: 'web', username: 'alice' };
const byCode: Parts = { ...web, responseType: 'code' };
const refusedBy = (code: string, reason = 'Why.', parts: Parts = web): Parts => ({
  ...parts,
  outcome: 'refused',
  refusal: { code, reason, description: 'What' },
});
const token = (grant: string, parts: Parts = alice): ActivitySummary =>
  exchange(`Token request (${grant})`, { grant, ...parts });
const authorize = (parts: Parts = {}): ActivitySummary =>
  exchange('Authorization request', { ...byCode, outcome: 'asked', ...parts });
const form = exchange('Sign-in form', alice);
const ciba = exchange('Authentication request (CIBA)', { ...web, username: 'bob' });
const poll = token(CIBA_GRANT, { ...web, outcome: 'asked' });
const result = (userAnswer: ActivitySummary['userAnswer']): ActivitySummary =>
  exchange('Authentication result (CIBA)', { ...web, ...(userAnswer && { userAnswer }) });
const device = exchange('Device authorization request', web);
const admin: Parts = { path: '/admin/realms/demo/users', username: 'admin' };

/** Per row of the table: flows that it names. A flow's exchanges are in the order in which they started. */
const NAMES: readonly (readonly [name: string, ...flow: ActivitySummary[]])[] = [
  [
    'GET /admin/realms · demo',
    exchange('GET /admin/realms', { ...admin, background: true, from: 'console' }),
  ],
  [
    'Sign-in with code · admin',
    authorize({ username: 'admin' }),
    token('authorization_code', { background: true, from: 'console' }),
  ],
  ['CIBA · bob · waiting for user', ciba, poll],
  ['CIBA · bob · approved', ciba, poll, result('approved')],
  ['CIBA · bob · approved', ciba, poll, token(CIBA_GRANT, { username: 'bob' })],
  ['CIBA · bob · denied', ciba, result('denied'), token(CIBA_GRANT, refusedBy('access_denied'))],
  ['CIBA · bob · cancelled', ciba, result('cancelled'), token(CIBA_GRANT, refusedBy('access_denied'))],
  ['CIBA · bob · denied', ciba, token(CIBA_GRANT, refusedBy('access_denied'))],
  ['CIBA · bob · expired', ciba, token(CIBA_GRANT, refusedBy('expired_token'))],
  ['CIBA · web', exchange('Authentication request (CIBA)', refusedBy('invalid_request'))],
  ['CIBA · web · waiting for user', poll],
  ['Device sign-in · web · waiting for user', device],
  ['Device sign-in · alice · approved', device, form, exchange('Consent form', alice)],
  ['Device sign-in · alice · approved', device, token(DEVICE_GRANT)],
  [
    'Device sign-in · alice · denied',
    device,
    exchange('Consent form', refusedBy('access_denied', '', alice)),
  ],
  ['Device sign-in · web · expired', device, token(DEVICE_GRANT, refusedBy('expired_token'))],
  ['Device sign-in · web', exchange('Device authorization request', refusedBy('unauthorized_client'))],
  ['Device sign-in · waiting for user', exchange('Device code page', { outcome: 'asked' })],
  ['Device result page', exchange('Device result page')],
  ['SAML sign-in (ECP) · alice', exchange('SAML sign-in request (ECP)', alice)],
  ['SAML sign-in (IdP-initiated) · alice', exchange('SAML IdP-initiated sign-on', web), form],
  ['SAML sign-in · alice', exchange('SAML sign-in request', web), form, exchange('SAML sign-out request')],
  ['Sign-in with code · web', authorize()],
  ['Sign-in with code · web', authorize({ pkce: 'none' })],
  ['Sign-in with code + PKCE · alice', authorize({ pkce: 'S256' }), form, token('authorization_code')],
  [
    'Sign-in with PAR + code + PKCE · alice',
    exchange('Pushed authorization request', { ...byCode, pkce: 'S256' }),
    exchange('Authorization request', { ...web, outcome: 'asked' }),
    form,
  ],
  ['Silent sign-in with code · alice', authorize({ ...alice, prompt: 'none' })],
  ['Sign-in (implicit) · web', authorize({ responseType: 'id_token token' })],
  ['Sign-in (hybrid) · web', authorize({ responseType: 'code id_token' })],
  ['Sign-in · web', exchange('Authorization request', web)],
  ['Sign-in · web', authorize({ responseType: 'none' })],
  ['Sign-in with code · alice', authorize(), form, exchange('Userinfo', alice), exchange('Sign-out', alice)],
  ['Sign-in · alice', exchange('Sign-in page', { outcome: 'asked' }), form],
  [
    'Sign-in · alice',
    exchange('Required action page', { outcome: 'asked' }),
    exchange('Consent form', alice),
  ],
  [
    'Sign in as · alice',
    exchange('Create sign-in link', { ...admin, path: '/emulator/v1/realms/demo/sign-in-links' }),
    exchange('Sign-in link', alice),
  ],
  ['Forgotten password · alice', exchange('Forgotten password form', alice)],
  ['User registration · alice', exchange('User registration form', alice)],
  [
    'Sign-in with code · alice',
    exchange('Authorization request for a registration', { responseType: 'code' }),
    exchange('User registration form', alice),
  ],
  ['E-mail link · alice', exchange('E-mail link', alice)],
  ['Password grant · alice', token('password'), token('refresh_token'), exchange('Revocation', alice)],
  [
    'Client credentials · service',
    token('client_credentials', { clientId: 'service', username: 'service-account-service' }),
  ],
  ['Token exchange · alice', token(TOKEN_EXCHANGE_GRANT)],
  ['Code exchange · web', token('authorization_code', refusedBy('invalid_grant'))],
  ['Refresh · alice', token('refresh_token'), exchange('Userinfo', alice)],
  ['Refresh · web', token('refresh_token', refusedBy('invalid_grant'))],
  ['Token request · web', exchange('Token request', { ...refusedBy('unsupported_grant_type'), grant: 'x' })],
  ['Token request', exchange('Token request', refusedBy('invalid_request', 'Why.', {}))],
  ['SAML sign-out · alice', exchange('SAML sign-out request', alice)],
  ['SAML sign-out · web', exchange('SAML back-channel logout by SOAP', web)],
  ['Sign-out · alice', exchange('Sign-out', { outcome: 'asked' }), exchange('Sign-out confirmed', alice)],
  ['Sign-out · web', exchange('Back-channel logout', web)],
  [
    'Registry push · alice',
    exchange('Registry token request', { username: 'alice', scope: 'repository:a/b:pull,push' }),
  ],
  [
    'Registry pull · alice',
    exchange('Registry token request', { username: 'alice', scope: 'repository:push/app:pull' }),
  ],
  ['Registry sign-in · alice', exchange('Registry token request', { username: 'alice' })],
  ['Registry sign-in by OAuth 2.0', exchange('Registry token request (OAuth 2.0)', { outcome: 'asked' })],
  ['Userinfo · alice', exchange('Userinfo', alice)],
  ['Introspection · web', exchange('Introspection', alice)],
  ['Revocation · alice', exchange('Revocation', alice)],
  ['Registration · web', exchange('Client registration', web)],
  ['Registration read · web', exchange('Client registration, read', web)],
  ['Registration change · web', exchange('Client registration, change', web)],
  ['Registration removal · web', exchange('Client registration, removal', web)],
  ['Account profile · alice', exchange('Account profile', alice)],
  ['Linked account · alice', exchange('Linked account', alice)],
  ['Stored token · alice', exchange('Stored token', alice)],
  ['Create user · admin', exchange('Create user', admin)],
  ['Rotate keys · admin', exchange('Rotate keys', { ...admin, path: '/auth/emulator/v1/realms/demo/keys' })],
  ['Discovery · demo', exchange('Discovery', { background: true })],
  ['SAML metadata · demo', exchange('SAML metadata', { background: true })],
  ['SAML message · web', exchange('SAML message', web)],
  ['Unknown address · /nowhere', exchange('Request outside any endpoint', { path: '/nowhere' })],
  ['Method not allowed · /x', exchange('Request outside any endpoint', { path: '/x', status: 405 })],
  ['Something new · /x', exchange('Something new', { path: '/x' })],
];

for (const [name, ...flow] of NAMES) {
  test(`console "Activity": ${flow.map(({ title }) => title).join(', ')} is named "${name}"`, () => {
    assert.equal(nameFlow(flow).name, name);
  });
}

test('console "Activity": each row of the table of names is the first that fits some flow', () => {
  const named = new Set(NAMES.map(([, ...flow]) => FLOW_ROWS.indexOf(nameFlow(flow).row)));
  assert.deepEqual(
    FLOW_ROWS.filter((_, index) => !named.has(index)).map(({ titles, grant }) => titles ?? grant),
    [],
  );
});

test('console "Activity": each kind of flow has a row', () => {
  const kinds = new Set(FLOW_ROWS.map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), FLOW_KINDS.toSorted());
});

test('console "Activity": a realm called "admin" is no administration', () => {
  const { row } = nameFlow([exchange('X', { path: '/realms/admin/emulator/v1/x' })]);
  assert.equal(row.kind, 'other');
});

test('console "Activity": the administrator who answers a prompt is not the user of the flow', () => {
  const answered = exchange('Prompt answered', {
    path: '/emulator/v1/realms/demo/device',
    username: 'admin',
  });
  assert.deepEqual(subjectsOfFlow([ciba, answered]), { username: 'bob', clientId: 'web' });
  assert.deepEqual(subjectsOfFlow([answered]), { username: 'admin', clientId: undefined });
});

test('console "Activity": a refused flow says why in short, for its latest refusal', () => {
  const flow = [
    exchange('Sign-in form', refusedBy('access_denied', 'Not the password of user bob.')),
    exchange(
      'Token request',
      refusedBy('invalid_grant', 'The code was used before; its tokens are revoked.'),
    ),
    exchange('Userinfo', alice),
  ];
  assert.equal(nameFlow(flow).problem, 'Refused: The code was used before');
  assert.equal(nameFlow([exchange('Userinfo', alice)]).problem, undefined);
});

test('console "Activity": a failure takes precedence over a refusal, and the status stands in for a reason', () => {
  const flow = [
    exchange('Userinfo', { outcome: 'failed', status: 500 }),
    exchange('Userinfo', refusedBy('invalid_token')),
  ];
  assert.equal(nameFlow(flow).problem, 'Failed: HTTP 500');
  assert.equal(nameFlow([exchange('X', { outcome: 'refused', status: 404 })]).problem, 'Refused: HTTP 404');
  const silent = refusedBy('login_required', '');
  assert.equal(nameFlow([exchange('X', silent)]).problem, 'Refused: What');
});

test('console "Activity": a reason is shortened to its first sentence, without parentheses, at a word', () => {
  assert.equal(
    shortenReason('redirectUris of client web does not match https://a.example/b (http://127.0.0.1/*).'),
    'redirectUris of client web does not match https://a.example/b',
  );
  assert.equal(shortenReason('Version 2.0 is required. Send it.'), 'Version 2.0 is required');
  const long = shortenReason('word '.repeat(50));
  assert.ok(long.length <= 101 && long.endsWith('word…'), long);
  assert.equal(shortenReason('x'.repeat(300)), `${'x'.repeat(100)}…`);
});

test('a flow without exchanges has no name', () => {
  assert.throws(() => nameFlow([]), TypeError);
});
