import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock, type MovableClock } from '#protocol/clock.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { Store } from '#protocol/store/store.ts';
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

function start(): { authentications: AuthenticationSessions; clock: MovableClock; store: Store } {
  const store = createMemoryStore();
  return {
    store,
    authentications: createAuthenticationSessions(store),
    clock: createMovableClock({ now: () => 1_000_000 }),
  };
}

const at = (clock: MovableClock, query = '', browserId = BROWSER) =>
  createTestExchange({ clock, query, cookies: { AUTH_SESSION_ID: browserId }, realm: { id: 'r-id' } });

test('an authentication session is found by its tab, only in the browser that started it', async () => {
  const { authentications, clock } = start();
  const authentication = await authentications.begin(at(clock), BROWSER, REQUEST);
  const query = `tab_id=${authentication.tabId}`;
  assert.deepEqual(await authentications.find(at(clock, query)), { state: 'found', authentication });
  assert.deepEqual(await authentications.find(at(clock, query, 'c'.repeat(43))), { state: 'other browser' });
  assert.deepEqual(await authentications.find(at(clock, query, '')), { state: 'other browser' });
  assert.deepEqual(await authentications.find(at(clock, 'tab_id=x')), { state: 'unknown' });
  assert.deepEqual(await authentications.find(at(clock)), { state: 'unknown' });
  const elsewhere = createTestExchange({
    clock,
    query,
    cookies: { AUTH_SESSION_ID: BROWSER },
    realm: { id: 'other' },
  });
  assert.deepEqual(await authentications.find(elsewhere), { state: 'unknown' });
});

test('every renewal creates a new session code and invalidates the old one', async () => {
  const { authentications, clock } = start();
  const authentication = await authentications.begin(at(clock), BROWSER, REQUEST);
  const renewed = await authentications.renew(at(clock), authentication);
  assert.equal(hasCurrentCode(at(clock, `session_code=${renewed.sessionCode}`), renewed), true);
  assert.equal(hasCurrentCode(at(clock, `session_code=${authentication.sessionCode}`), renewed), false);
  assert.equal(hasCurrentCode(at(clock), renewed), false);
  assert.equal(hasCurrentCode(at(clock, 'session_code='), renewed), false);
  assert.equal(await authentications.isCurrent(at(clock), authentication), false);
  assert.equal(await authentications.isCurrent(at(clock), renewed), true);
});

test('a form that was submitted twice at once advances its tab once, also at two servers', async () => {
  const { authentications, clock, store } = start();
  const other = createAuthenticationSessions(store);
  const authentication = await authentications.begin(at(clock), BROWSER, REQUEST);
  const advanced = await Promise.all(
    [authentications, other].map((server) => server.advance(at(clock), authentication)),
  );
  assert.equal(advanced.filter((each) => each !== undefined).length, 1);
  assert.equal(await authentications.advance(at(clock), authentication), undefined);
  assert.ok(await authentications.advance(at(clock), advanced[0] ?? assert.fail()));
});

test('a tab that is gone does not advance', async () => {
  const { authentications, clock, store } = start();
  const authentication = await authentications.begin(at(clock), BROWSER, REQUEST);
  await store.dropExpiring('r-id');
  assert.equal(await authentications.advance(at(clock), authentication), undefined);
  assert.equal(await authentications.isCurrent(at(clock), authentication), false);
});

test('a page that is shown again leaves what another request has changed meanwhile', async () => {
  const { authentications, clock } = start();
  const authentication = await authentications.begin(at(clock), BROWSER, REQUEST);
  await authentications.renew(at(clock), authentication, { finished: true });
  const renewed = await authentications.renew(at(clock), authentication, { anotherUser: true });
  assert.deepEqual([renewed.finished, renewed.anotherUser], [true, true]);
});

test('kc_locale: a language becomes the tab’s, and its forms stay valid', async () => {
  const { authentications, clock } = start();
  const authentication = await authentications.begin(at(clock), BROWSER, REQUEST);
  const query = `tab_id=${authentication.tabId}&kc_locale=de`;
  const exchange = createTestExchange({
    clock,
    query,
    cookies: { AUTH_SESSION_ID: BROWSER },
    realm: { id: 'r-id', internationalizationEnabled: true, supportedLocales: ['en', 'de'] },
  });
  const found = await authentications.find(exchange);
  assert.equal(found.state === 'found' && found.authentication.locale, 'de');
  assert.equal(await authentications.isCurrent(at(clock), authentication), true);
});

test('accessCodeLifespanLogin: an authentication session expires after this time and is kept for another half day', async () => {
  const { authentications, clock } = start();
  const authentication = await authentications.begin(at(clock), BROWSER, REQUEST);
  const query = `tab_id=${authentication.tabId}`;
  clock.setOffsetMs(1_800_000);
  assert.equal(isTimedOut(at(clock), authentication), false);
  clock.setOffsetMs(1_800_001);
  assert.equal(isTimedOut(at(clock), authentication), true);
  assert.equal((await authentications.find(at(clock, query))).state, 'found');
  clock.setOffsetMs(1_800_000 + 12 * 3_600_000 + 1);
  assert.equal((await authentications.find(at(clock, query))).state, 'unknown');
});

test('tab ID and session code cannot be guessed', async () => {
  const { authentications, clock } = start();
  const authentication = await authentications.begin(at(clock), BROWSER, REQUEST);
  assert.match(authentication.tabId, /^[\w-]{22}$/);
  assert.match(authentication.sessionCode, /^[\w-]{43}$/);
});
