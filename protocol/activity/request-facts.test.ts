import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { readRequestFacts } from './request-facts.ts';

const OIDC = '/realms/:realm/protocol/openid-connect';

function facts(routePath: string | undefined, query: string, body = '') {
  const target = `/realms/demo/x${query}`;
  const recorded = new RecordedExchange(
    'id1',
    { method: 'GET', target, rawHeaders: [], remoteAddress: '', secure: false },
    0,
    0,
  );
  recorded.routePath = routePath;
  recorded.keepRequestBody(body);
  return readRequestFacts(recorded);
}

test('OIDC Core §3.1.2.1: an authorization request has a response type, prompt and scope', () => {
  assert.deepEqual(
    facts(`${OIDC}/auth`, '?response_type=code&prompt=none&scope=openid+email&client_id=web'),
    {
      responseType: 'code',
      prompt: 'none',
      scope: 'openid email',
    },
  );
});

test('RFC 9126 §2.1: of a pushed request, the form is read', () => {
  assert.deepEqual(facts(`${OIDC}/ext/par/request`, '', 'response_type=code&prompt='), {
    responseType: 'code',
  });
});

test('RFC 6749 §4: a token request has a grant and scopes, and no facts of an authorization request', () => {
  assert.deepEqual(facts(`${OIDC}/token`, '', 'grant_type=password&scope=a&response_type=code'), {
    grant: 'password',
    scope: 'a',
  });
});

test('the scopes of a registry request may be in several parameters', () => {
  assert.deepEqual(
    facts('/realms/:realm/protocol/docker-v2/auth', '?scope=repository:a:pull&scope=repository:b:push'),
    { scope: 'repository:a:pull repository:b:push' },
  );
});

for (const [status, userAnswer] of [
  ['SUCCEED', 'approved'],
  ['UNAUTHORIZED', 'denied'],
  ['CANCELLED', 'cancelled'],
]) {
  test(`service description §4.3: an authentication result of ${status} is the answer "${userAnswer}"`, () => {
    const body = JSON.stringify({ status });
    assert.deepEqual(facts(`${OIDC}/ext/ciba/auth/callback`, '', body), { userAnswer });
  });
}

test('an authentication result that cannot be read has no answer', () => {
  for (const body of ['', 'null', '{"status":"MAYBE"}', '{'])
    assert.deepEqual(facts(`${OIDC}/ext/ciba/auth/callback`, '', body), {});
});

test('no other request has facts, whatever its parameters are called', () => {
  assert.deepEqual(facts(undefined, '?response_type=code', 'grant_type=x'), {});
  assert.deepEqual(facts(`${OIDC}/userinfo`, '?scope=a'), {});
});

test('long values are cut', () => {
  assert.equal(facts(`${OIDC}/auth`, `?scope=${'x'.repeat(5000)}`).scope?.length, 1000);
});
