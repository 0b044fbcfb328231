import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLOW_ROWS, nameFlow } from '#protocol/contract/flow-names.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { outcomeOf, RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { startComposedServer } from '#protocol/testing/composed-server.ts';
import { requestHeader, summarize } from './summarize.ts';

function record(target: string, rawHeaders: readonly string[] = [], status = 200): RecordedExchange {
  const recorded = new RecordedExchange(
    'id1',
    { method: 'GET', target, rawHeaders, remoteAddress: '', secure: false },
    0,
    0,
  );
  recorded.keepReply({ status });
  return recorded;
}

test('the summary omits the query and includes time and outcome', () => {
  const recorded = record('/realms/demo?code=secret');
  recorded.durationMs = 1.23456;
  assert.deepEqual(summarize(recorded), {
    id: 'id1',
    flow: 'id1',
    startedAt: '1970-01-01T00:00:00.000Z',
    durationMs: 1.235,
    from: 'application',
    to: 'understudy',
    method: 'GET',
    path: '/realms/demo',
    status: 200,
    outcome: 'accepted',
    title: 'GET /realms/demo',
  });
});

test('the caller is guessed from the request headers that browsers send', () => {
  assert.equal(summarize(record('/x', ['Sec-Fetch-Mode', 'navigate'])).from, 'browser');
  assert.equal(summarize(record('/x', ['Accept', 'text/html'])).from, 'browser');
  assert.equal(
    summarize(record('/x', ['sec-fetch-mode', 'cors', 'accept', 'text/html'])).from,
    'application',
  );
  assert.equal(summarize(record('/emulator/v1/server')).from, 'console');
});

test('recorded parties, client, user and outcome take precedence over guesses', () => {
  const recorded = record('/x', [], 200);
  recorded.parties('understudy', 'authentication-entity');
  recorded.client('web');
  recorded.user('alice');
  recorded.outcome('asked');
  const summary = summarize(recorded);
  assert.equal(summary.from, 'understudy');
  assert.equal(summary.to, 'authentication-entity');
  assert.equal(summary.clientId, 'web');
  assert.equal(summary.username, 'alice');
  assert.equal(summary.outcome, 'asked');
});

test('a refusal counts as refused whatever the status, and 5xx as failed', () => {
  const redirected = record('/x', [], 302);
  redirected.refused(new OAuthError('login_required'));
  assert.equal(outcomeOf(redirected), 'refused');
  assert.equal(outcomeOf(record('/x', [], 404)), 'refused');
  assert.equal(outcomeOf(record('/x', [], 500)), 'failed');
});

test('headers are found case-insensitively', () => {
  assert.equal(requestHeader(record('/x', ['HOST', 'a']), 'host'), 'a');
  assert.equal(requestHeader(record('/x'), 'host'), undefined);
});

test('the summary names the endpoint of the route, and the fault that made the answer', () => {
  const recorded = record('/realms/demo/protocol/openid-connect/token');
  recorded.routePath = '/realms/:realm/protocol/openid-connect/token';
  recorded.madeByFault('fault-1', 'x');
  const { endpoint, fault } = summarize(recorded);
  assert.deepEqual([endpoint, fault], ['token', 'fault-1']);
});

test('the name of a flow is found by facts of its requests, and its background requests are marked', () => {
  const recorded = record('/realms/demo/protocol/openid-connect/auth?response_type=code');
  recorded.routePath = '/realms/:realm/protocol/openid-connect/auth';
  recorded.pkce('S256');
  const { responseType, pkce, background } = summarize(recorded);
  assert.deepEqual([responseType, pkce, background], ['code', 'S256', undefined]);
  recorded.isBackground = true;
  assert.equal(summarize(recorded).background, true);
});

test('only background requests with the header of the console come from it', () => {
  const recorded = record('/admin/realms', ['X-Understudy-Console', '1']);
  recorded.parties('application', 'understudy');
  assert.equal(summarize(recorded).from, 'application');
  recorded.isBackground = true;
  assert.equal(summarize(recorded).from, 'console');
});

/** Titles that handlers, outgoing calls and the server itself give, beside those of routes. */
const TITLES_OF_HANDLERS = [
  'Authentication delegation',
  'Back-channel logout',
  'Request outside any endpoint',
  'SAML back-channel logout by SOAP',
  'SAML sign-in request',
  'SAML sign-in request (ECP)',
  'SAML sign-out request',
];

test('console "Activity": every route with a title has a name for its flow, and names rely on existing titles', async () => {
  const server = await startComposedServer({ options: { features: 'docker' } });
  try {
    const titled = server.routes.flatMap(({ title, path }) => (title === undefined ? [] : [{ title, path }]));
    const unnamed = titled.filter(({ title, path }) => {
      const exchange = { ...summarize(record(path)), title };
      return nameFlow([exchange]).row === FLOW_ROWS.at(-1);
    });
    assert.deepEqual(unnamed, []);
    const titles = [...titled.map(({ title }) => title), ...TITLES_OF_HANDLERS];
    for (const beginning of FLOW_ROWS.flatMap((row) => row.titles ?? []))
      assert.ok(
        titles.some((title) => title.startsWith(beginning)),
        beginning,
      );
  } finally {
    await server.stop();
  }
});
