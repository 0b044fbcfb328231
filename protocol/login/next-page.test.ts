import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { NO_PROGRESS } from './authentication-session.ts';
import type { BrokeredFacts } from './brokering/brokered.ts';
import { decideNextPage } from './next-page.ts';
import type { SignInState } from './next-page-types.ts';
import type { BrowserSession, SignInRequest } from './sign-in.ts';

const browserAt = (authenticatedAt: number, id = 'u'): BrowserSession => ({
  session: { authenticatedAt } as UserSession,
  user: { id, username: id },
});
const testRealm = createTestExchange().realm;
const REQUEST: SignInRequest = {
  protocol: 'test',
  clientId: 'shop',
  passive: false,
  forceLogin: false,
  maxAgeSeconds: undefined,
  loginHint: undefined,
  flow: 'f',
  data: {},
};
const stateOf = (request: Partial<SignInRequest>, state: Partial<SignInState> = {}): SignInState => ({
  realm: testRealm,
  client: undefined,
  request: { ...REQUEST, ...request },
  browser: browserAt(0),
  anotherUser: false,
  progress: NO_PROGRESS,
  proven: undefined,
  headers: () => [],
  askConsent: () => undefined,
  now: 0,
  ...state,
});
/** The step at which a user has entered name and password. */
const FORM = 'forms/auth-username-password-form';

/** The sign-in page that is next, and whom it knows. */
function signInPage(...given: Parameters<typeof stateOf>) {
  const page = decideNextPage(stateOf(...given));
  assert.ok(page.next === 'sign-in');
  return { next: page.next, known: page.known };
}
const nextOf = (...given: Parameters<typeof stateOf>): string => decideNextPage(stateOf(...given)).next;

test('OIDC Core §3.1.2.1: max_age=0 always reauthenticates, like prompt=login', () => {
  assert.equal(nextOf({ maxAgeSeconds: 0 }, { browser: browserAt(5000), now: 5000 }), 'sign-in');
});

test('OIDC Core §3.1.2.1: a session exactly max_age old is still accepted', () => {
  assert.equal(nextOf({ maxAgeSeconds: 10 }, { now: 10_000 }), 'complete');
  assert.equal(nextOf({ maxAgeSeconds: 10 }, { now: 10_001 }), 'sign-in');
});

test('with "Use another account" the sign-in page has no known user', () => {
  assert.deepEqual(signInPage({}, { anotherUser: true }), { next: 'sign-in', known: undefined });
});

test('OIDC Core §3.1.2.1: prompt=select_account shows the sign-in page even with a valid session', () => {
  assert.equal(nextOf({ forceAccountChoice: true }), 'sign-in');
});

test('prompt=none never shows a page', () => {
  for (const browser of [undefined, browserAt(0)]) {
    assert.equal(nextOf({ passive: true, forceLogin: true }, { browser }), 'refuse');
  }
});

test('OIDC Core §3.1.2.1: a session of a user other than the requested one is not used, and its user is not offered', () => {
  assert.equal(nextOf({ requiredUser: { id: 'u' } }), 'complete');
  assert.equal(nextOf({ requiredUser: { id: 'v' }, passive: true }), 'refuse');
  assert.deepEqual(signInPage({ requiredUser: { id: 'v' } }), { next: 'sign-in', known: undefined });
});

test('OIDC Core §3.1.2.1: signing in as a user other than the requested one is refused with login_required', () => {
  const proven = { id: 'u', username: 'u' };
  const progress = { ...NO_PROGRESS, userId: 'u', done: { [FORM]: 0 }, levels: { 1: 0 } };
  const page = decideNextPage(stateOf({ requiredUser: { id: 'v' } }, { proven, progress }));
  assert.ok(page.next === 'refuse');
  assert.equal(page.error.code, 'login_required');
});

test('authentication in the tab takes precedence over the session, whatever the request requires', () => {
  const proven = { id: 'v', username: 'v' };
  const progress = { ...NO_PROGRESS, userId: 'v', done: { [FORM]: 0 }, levels: { 1: 0 } };
  const page = decideNextPage(stateOf({ forceLogin: true, maxAgeSeconds: 0 }, { proven, progress }));
  assert.ok(page.next === 'complete');
  assert.equal(page.person.user.id, 'v');
  assert.equal(page.person.session, undefined);
});

test('a user who has not reached the password level must enter the password', () => {
  const proven = { id: 'v', username: 'v' };
  const progress = { ...NO_PROGRESS, userId: 'v', levels: { 2: 0 } };
  assert.equal(nextOf({}, { proven, progress }), 'sign-in');
});

const BROKERED: BrokeredFacts = {
  identity: {
    provider: 'idp',
    id: '1',
    username: 'ada',
    localUsername: 'ada',
    email: undefined,
    emailVerified: false,
    firstName: undefined,
    lastName: undefined,
    changes: [],
    notes: {},
  },
  isLinked: false,
  providerName: 'Provider',
  existing: undefined,
  isComplete: true,
};

test('Keycloak first broker login: the flow of a first sign-in comes next, whatever session the browser has', () => {
  const existing = { user: { id: 'u', username: 'ada' }, field: 'username', value: 'ada' } as const;
  assert.equal(nextOf({}, { brokered: BROKERED }), 'create-user');
  assert.equal(nextOf({}, { brokered: { ...BROKERED, isComplete: false } }), 'review-profile');
  assert.equal(nextOf({}, { brokered: { ...BROKERED, existing } }), 'confirm-link');
});

test('OIDC Core §3.1.2.1: prompt=none refuses where the first sign-in would ask or make a user', () => {
  const missing = { ...BROKERED, isComplete: false };
  assert.equal(nextOf({ passive: true }, { brokered: missing, browser: undefined }), 'refuse');
  assert.equal(nextOf({ passive: true }, { brokered: BROKERED, browser: undefined }), 'refuse');
});

test('a person who is linked, and whose user has been removed, signs in from the beginning', () => {
  const brokered = { ...BROKERED, isLinked: true };
  const progress = { ...NO_PROGRESS, userId: 'gone', brokered };
  assert.equal(nextOf({}, { brokered, progress, browser: undefined }), 'sign-in');
});
