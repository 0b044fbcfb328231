import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { AuthenticationSession } from './authentication-session.ts';
import { NO_PROGRESS } from './authentication-session.ts';
import { formUrl, proceedUrl, realmUrl, restartUrl } from './login-action-url.ts';

const authentication: AuthenticationSession = {
  tabId: 'tab',
  realmId: 'r',
  browserId: 'b',
  sessionCode: 'code',
  request: {
    protocol: 'test',
    clientId: 'shop & co',
    passive: false,
    forceLogin: false,
    maxAgeSeconds: undefined,
    loginHint: undefined,
    flow: 'f',
    data: {},
  },
  startedAt: 0,
  anotherUser: false,
  locale: undefined,
  progress: NO_PROGRESS,
  finished: false,
};

test("a form's URL contains session code, execution, client and tab", () => {
  assert.equal(
    formUrl(createTestExchange(), authentication, 'one-click'),
    'http://127.0.0.1:8080/realms/r/login-actions/authenticate?session_code=code&execution=one-click&client_id=shop%20%26%20co&tab_id=tab',
  );
});

test('link URLs contain no session code', () => {
  assert.doesNotMatch(proceedUrl(createTestExchange(), authentication), /session_code/);
  const restart = restartUrl(createTestExchange(), authentication, true);
  assert.match(restart, /\/login-actions\/restart\?skip_logout=true&client_id=shop/);
  assert.doesNotMatch(restart, /session_code/);
});

test('a realm name is encoded', () => {
  assert.equal(
    realmUrl(createTestExchange({ realm: { realm: 'a bé' } })),
    'http://127.0.0.1:8080/realms/a%20b%C3%A9',
  );
});
