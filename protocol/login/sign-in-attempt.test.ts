import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock, type MovableClock } from '#protocol/clock.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { SignInRequest } from './sign-in.ts';
import { createSignInAttempts, hasCurrentCode, isTimedOut, type SignInAttempts } from './sign-in-attempt.ts';

const BROWSER = 'b'.repeat(43);
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

function start(): { attempts: SignInAttempts; clock: MovableClock } {
  return {
    attempts: createSignInAttempts(createMemoryStore()),
    clock: createMovableClock({ now: () => 1_000_000 }),
  };
}

const at = (clock: MovableClock, query = '', browserId = BROWSER) =>
  createTestExchange({ clock, query, cookies: { AUTH_SESSION_ID: browserId }, realm: { id: 'r-id' } });

test('an attempt is found by its tab in the browser that began it, and nowhere else', () => {
  const { attempts, clock } = start();
  const attempt = attempts.begin(at(clock), BROWSER, REQUEST);
  const query = `tab_id=${attempt.tabId}`;
  assert.deepEqual(attempts.find(at(clock, query)), { state: 'found', attempt });
  assert.deepEqual(attempts.find(at(clock, query, 'c'.repeat(43))), { state: 'other browser' });
  assert.deepEqual(attempts.find(at(clock, query, '')), { state: 'other browser' });
  assert.deepEqual(attempts.find(at(clock, 'tab_id=x')), { state: 'unknown' });
  assert.deepEqual(attempts.find(at(clock)), { state: 'unknown' });
  const elsewhere = createTestExchange({
    clock,
    query,
    cookies: { AUTH_SESSION_ID: BROWSER },
    realm: { id: 'other' },
  });
  assert.deepEqual(attempts.find(elsewhere), { state: 'unknown' });
});

test('every renewal has a new session code, and the old one counts no more', () => {
  const { attempts, clock } = start();
  const attempt = attempts.begin(at(clock), BROWSER, REQUEST);
  const renewed = attempts.renew(at(clock), attempt);
  assert.equal(hasCurrentCode(at(clock, `session_code=${renewed.sessionCode}`), renewed), true);
  assert.equal(hasCurrentCode(at(clock, `session_code=${attempt.sessionCode}`), renewed), false);
  assert.equal(hasCurrentCode(at(clock), renewed), false);
  assert.equal(hasCurrentCode(at(clock, 'session_code='), renewed), false);
  assert.equal(attempts.isCurrent(at(clock), attempt), false);
  assert.equal(attempts.isCurrent(at(clock), renewed), true);
});

test('accessCodeLifespanLogin: an attempt times out after it, and is remembered half a day longer', () => {
  const { attempts, clock } = start();
  const attempt = attempts.begin(at(clock), BROWSER, REQUEST);
  const query = `tab_id=${attempt.tabId}`;
  clock.setOffsetMs(1_800_000);
  assert.equal(isTimedOut(at(clock), attempt), false);
  clock.setOffsetMs(1_800_001);
  assert.equal(isTimedOut(at(clock), attempt), true);
  assert.equal(attempts.find(at(clock, query)).state, 'found');
  clock.setOffsetMs(1_800_000 + 12 * 3_600_000 + 1);
  assert.equal(attempts.find(at(clock, query)).state, 'unknown');
});

test('tab and code cannot be guessed', () => {
  const { attempts, clock } = start();
  const attempt = attempts.begin(at(clock), BROWSER, REQUEST);
  assert.match(attempt.tabId, /^[\w-]{22}$/);
  assert.match(attempt.sessionCode, /^[\w-]{43}$/);
});
