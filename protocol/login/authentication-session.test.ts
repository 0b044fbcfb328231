import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock, type MovableClock } from '#protocol/clock.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import {
  type AuthenticationSessions,
  createAuthenticationSessions,
  hasCurrentCode,
  isTimedOut,
} from './authentication-session.ts';
import type { SignInRequest } from './sign-in.ts';

const BROWSER = 'b'.repeat(43);
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

function start(): { authentications: AuthenticationSessions; clock: MovableClock } {
  return {
    authentications: createAuthenticationSessions(createMemoryStore()),
    clock: createMovableClock({ now: () => 1_000_000 }),
  };
}

const at = (clock: MovableClock, query = '', browserId = BROWSER) =>
  createTestExchange({ clock, query, cookies: { AUTH_SESSION_ID: browserId }, realm: { id: 'r-id' } });

test('an authentication session is found by its tab, only in the browser that started it', () => {
  const { authentications, clock } = start();
  const authentication = authentications.begin(at(clock), BROWSER, REQUEST);
  const query = `tab_id=${authentication.tabId}`;
  assert.deepEqual(authentications.find(at(clock, query)), { state: 'found', authentication });
  assert.deepEqual(authentications.find(at(clock, query, 'c'.repeat(43))), { state: 'other browser' });
  assert.deepEqual(authentications.find(at(clock, query, '')), { state: 'other browser' });
  assert.deepEqual(authentications.find(at(clock, 'tab_id=x')), { state: 'unknown' });
  assert.deepEqual(authentications.find(at(clock)), { state: 'unknown' });
  const elsewhere = createTestExchange({
    clock,
    query,
    cookies: { AUTH_SESSION_ID: BROWSER },
    realm: { id: 'other' },
  });
  assert.deepEqual(authentications.find(elsewhere), { state: 'unknown' });
});

test('every renewal creates a new session code and invalidates the old one', () => {
  const { authentications, clock } = start();
  const authentication = authentications.begin(at(clock), BROWSER, REQUEST);
  const renewed = authentications.renew(at(clock), authentication);
  assert.equal(hasCurrentCode(at(clock, `session_code=${renewed.sessionCode}`), renewed), true);
  assert.equal(hasCurrentCode(at(clock, `session_code=${authentication.sessionCode}`), renewed), false);
  assert.equal(hasCurrentCode(at(clock), renewed), false);
  assert.equal(hasCurrentCode(at(clock, 'session_code='), renewed), false);
  assert.equal(authentications.isCurrent(at(clock), authentication), false);
  assert.equal(authentications.isCurrent(at(clock), renewed), true);
});

test('accessCodeLifespanLogin: an authentication session expires after this time and is kept for another half day', () => {
  const { authentications, clock } = start();
  const authentication = authentications.begin(at(clock), BROWSER, REQUEST);
  const query = `tab_id=${authentication.tabId}`;
  clock.setOffsetMs(1_800_000);
  assert.equal(isTimedOut(at(clock), authentication), false);
  clock.setOffsetMs(1_800_001);
  assert.equal(isTimedOut(at(clock), authentication), true);
  assert.equal(authentications.find(at(clock, query)).state, 'found');
  clock.setOffsetMs(1_800_000 + 12 * 3_600_000 + 1);
  assert.equal(authentications.find(at(clock, query)).state, 'unknown');
});

test('tab ID and session code cannot be guessed', () => {
  const { authentications, clock } = start();
  const authentication = authentications.begin(at(clock), BROWSER, REQUEST);
  assert.match(authentication.tabId, /^[\w-]{22}$/);
  assert.match(authentication.sessionCode, /^[\w-]{43}$/);
});
