import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { NO_PROGRESS } from './authentication-session.ts';
import { decideNextPage, type SignInState } from './next-page.ts';
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
  uiLocales: undefined,
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
  askConsent: () => undefined,
  now: 0,
  ...state,
});
const nextOf = (...given: Parameters<typeof stateOf>): string => decideNextPage(stateOf(...given)).next;

test('OIDC Core §3.1.2.1: max_age=0 always asks, like prompt=login', () => {
  assert.equal(nextOf({ maxAgeSeconds: 0 }, { browser: browserAt(5000), now: 5000 }), 'sign-in');
});

test('OIDC Core §3.1.2.1: a session exactly max_age old still counts', () => {
  assert.equal(nextOf({ maxAgeSeconds: 10 }, { now: 10_000 }), 'complete');
  assert.equal(nextOf({ maxAgeSeconds: 10 }, { now: 10_001 }), 'sign-in');
});

test('whoever wants to be somebody else is asked without being known', () => {
  assert.deepEqual(decideNextPage(stateOf({}, { anotherUser: true })), { next: 'sign-in', known: undefined });
});

test('OIDC Core §3.1.2.1: prompt=select_account asks although a session would do', () => {
  assert.equal(nextOf({ forceAccountChoice: true }), 'sign-in');
});

test('prompt=none never shows a page', () => {
  for (const browser of [undefined, browserAt(0)]) {
    assert.equal(nextOf({ passive: true, forceLogin: true }, { browser }), 'refuse');
  }
});

test('OIDC Core §3.1.2.1: the session of another user than the request is for does not count, and its user is not offered', () => {
  assert.equal(nextOf({ requiredUserId: 'u' }), 'complete');
  assert.equal(nextOf({ requiredUserId: 'v', passive: true }), 'refuse');
  assert.deepEqual(decideNextPage(stateOf({ requiredUserId: 'v' })), { next: 'sign-in', known: undefined });
});

test('OIDC Core §3.1.2.1: whoever signs in as another user than the request is for is refused with login_required', () => {
  const proven = { id: 'u', username: 'u' };
  const progress = { ...NO_PROGRESS, userId: 'u', levels: { 1: 0 } };
  const page = decideNextPage(stateOf({ requiredUserId: 'v' }, { proven, progress }));
  assert.ok(page.next === 'refuse');
  assert.equal(page.error.code, 'login_required');
});

test('what was proven in the tab stands above the session, whatever the request demands of a session', () => {
  const proven = { id: 'v', username: 'v' };
  const progress = { ...NO_PROGRESS, userId: 'v', levels: { 1: 0 } };
  const page = decideNextPage(stateOf({ forceLogin: true, maxAgeSeconds: 0 }, { proven, progress }));
  assert.ok(page.next === 'complete');
  assert.equal(page.person.user.id, 'v');
  assert.equal(page.person.session, undefined);
});

test('whoever has proven less than the password is asked for it', () => {
  const proven = { id: 'v', username: 'v' };
  const progress = { ...NO_PROGRESS, userId: 'v', levels: { 2: 0 } };
  assert.equal(nextOf({}, { proven, progress }), 'sign-in');
});
