import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { type AnswerSigner, type AnswerTarget, sendAnswer, sendError } from './authorization-response.ts';

const TARGET: AnswerTarget = { redirectUri: 'http://app.test/cb', responseMode: 'query', state: undefined };
const exchange = createTestExchange({ realm: { clients: [{ clientId: 'web', publicClient: true }] } });
const signer: AnswerSigner = {
  authorizationResponse: async (_context, _client, members) => JSON.stringify(members),
};
const client = exchange.realm.clients.get('web');

test('RFC 6749 §4.1.2.1: an error without description and state omits both, and includes iss', async () => {
  const error = new OAuthError('login_required', { description: '' });
  const reply = await sendError(exchange, undefined, TARGET, error, signer);
  const iss = encodeURIComponent('http://127.0.0.1:8080/realms/r');
  assert.equal(reply.headers?.['location'], `http://app.test/cb?error=login_required&iss=${iss}`);
});

test('a description that quotes the request is encoded', async () => {
  const error = new OAuthError('invalid_scope', { description: 'Invalid scopes: a&b\r\nx' });
  const location = String((await sendError(exchange, client, TARGET, error, signer)).headers?.['location']);
  assert.equal(new URL(location).searchParams.get('error_description'), 'Invalid scopes: a&b\r\nx');
  assert.doesNotMatch(location, /[\r\n]/);
});

test('RFC 6749 §4.1.2: state is returned byte for byte', async () => {
  assert.ok(client !== undefined);
  const target = { ...TARGET, state: 'a b+ä/%"' };
  const reply = await sendAnswer(exchange, client, target, { sessionId: 's', code: 'c' }, signer);
  const answer = new URL(String(reply.headers?.['location'])).searchParams;
  assert.equal(answer.get('state'), target.state);
  assert.equal(answer.get('code'), 'c');
});

test('JARM §2.1: in a JWT mode one parameter contains everything', async () => {
  assert.ok(client !== undefined);
  const target = { ...TARGET, responseMode: 'query.jwt', state: 's1' } as const;
  const reply = await sendAnswer(exchange, client, target, { sessionId: 's', code: 'c' }, signer);
  const answer = new URL(String(reply.headers?.['location'])).searchParams;
  assert.deepEqual([...answer.keys()], ['response']);
  const { code, state, session_state } = JSON.parse(answer.get('response') ?? '');
  assert.deepEqual([code, state, session_state], ['c', 's1', 's']);
});

test('JARM §2.2: an error for which no JWT can be made is sent as plain parameters, and Activity shows why', async () => {
  const broken: AnswerSigner = {
    authorizationResponse: async () => {
      throw new OAuthError('invalid_client', { reason: 'There is no key.' });
    },
  };
  const target = { ...TARGET, responseMode: 'fragment.jwt' } as const;
  const error = new OAuthError('access_denied');
  for (const [whose, by] of [
    [client, broken],
    [undefined, signer],
  ] as const) {
    const location = String((await sendError(exchange, whose, target, error, by)).headers?.['location']);
    assert.match(location, /#error=access_denied/);
  }
});
