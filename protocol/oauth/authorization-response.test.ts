import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { createTestExchange } from '#protocol/login/test-exchange.ts';
import { type AnswerTarget, sendAnswer, sendError } from './authorization-response.ts';

const TARGET: AnswerTarget = { redirectUri: 'http://app.test/cb', responseMode: 'query', state: undefined };
const exchange = createTestExchange({ realm: { clients: [{ clientId: 'web', publicClient: true }] } });
const client = exchange.realm.clients.get('web');

test('RFC 6749 §4.1.2.1: an error without description and state carries neither, but says who answers', () => {
  const error = new OAuthError('login_required', { description: '' });
  const reply = sendError(exchange, undefined, TARGET, error);
  const iss = encodeURIComponent('http://127.0.0.1:8080/realms/r');
  assert.equal(reply.headers?.['location'], `http://app.test/cb?error=login_required&iss=${iss}`);
});

test('a description that quotes the request is encoded', () => {
  const error = new OAuthError('invalid_scope', { description: 'Invalid scopes: a&b\r\nx' });
  const location = String(sendError(exchange, client, TARGET, error).headers?.['location']);
  assert.equal(new URL(location).searchParams.get('error_description'), 'Invalid scopes: a&b\r\nx');
  assert.doesNotMatch(location, /[\r\n]/);
});

test('RFC 6749 §4.1.2: state comes back byte for byte', () => {
  assert.ok(client !== undefined);
  const target = { ...TARGET, state: 'a b+ä/%"' };
  const reply = sendAnswer(exchange, client, target, { sessionId: 's', code: 'c' });
  const answer = new URL(String(reply.headers?.['location'])).searchParams;
  assert.equal(answer.get('state'), target.state);
  assert.equal(answer.get('code'), 'c');
});
