import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { linkProtocol, linkRequest } from './link-request.ts';

const TOKEN = { type: 'execute-actions', id: 'jti', userId: 'alice-id', issuedAt: 0, expiresAt: 1 } as const;

test('Keycloak action token: without a client, the client account is used, and the last page has no link', () => {
  const exchange = createTestExchange({});
  const request = linkRequest(exchange, TOKEN);
  assert.equal(request.clientId, 'account');
  const { status, body } = linkProtocol.finish(exchange, request, { id: 'alice-id', username: 'alice' });
  assert.equal(status, 200);
  assert.match(String(body), /Your account has been updated\./);
  assert.doesNotMatch(String(body), /backToApplication/);
});

test('Keycloak action token: the last page leads to the address of the token', () => {
  const exchange = createTestExchange({});
  const request = linkRequest(exchange, { ...TOKEN, redirectUri: 'http://shop.test/done?a=1&b="2"' });
  const { body } = linkProtocol.finish(exchange, request, { id: 'alice-id', username: 'alice' });
  assert.match(String(body), /href="http:\/\/shop\.test\/done\?a=1&amp;b=&quot;2&quot;"/);
});

test('an action that the user declined ends with a page', async () => {
  const exchange = createTestExchange({});
  const error = new OAuthError('access_denied', { description: '', reason: 'declined' });
  const { status, body } = await linkProtocol.refuse(exchange, linkRequest(exchange, TOKEN), error);
  assert.equal(status, 400);
  assert.match(String(body), /The action was not completed\./);
});
