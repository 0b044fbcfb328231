import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { ActionToken } from './action-token.ts';
import { INVITATION, invitationProtocol, invitationRequest } from './invitation-request.ts';

const exchange = createTestExchange({});
const TOKEN: ActionToken = {
  type: 'ORGIVT',
  id: 'i1',
  userId: '',
  issuedAt: 0,
  expiresAt: 10,
  organizationId: 'o1',
  redirectUri: 'http://acme.test/home',
};
const ADA = { id: 'i1', email: 'ada@acme.test', lastName: undefined, sentAt: 0, expiresAt: 10 };

test('Keycloak action token ORGIVT: the request opens the registration, with what the invitation says', () => {
  const request = invitationRequest(exchange, TOKEN, { ...ADA, firstName: 'Ada' });
  assert.deepEqual([request.protocol, request.clientId, request.registers], [INVITATION, 'account', true]);
  assert.deepEqual(request.invitation, {
    organizationId: 'o1',
    id: 'i1',
    email: 'ada@acme.test',
    firstName: 'Ada',
  });
  assert.deepEqual(JSON.parse(JSON.stringify(request.data)), { redirectUri: 'http://acme.test/home' });
});

test('Keycloak action token ORGIVT: without a redirect URL the account console follows, or the server', () => {
  const { redirectUri: _none, ...token } = TOKEN;
  const { data } = invitationRequest(exchange, token, { ...ADA, firstName: undefined });
  assert.match(String((data as { redirectUri: string }).redirectUri), /^http/);
  const unknown = invitationRequest(
    exchange,
    { ...token, clientId: 'none' },
    { ...ADA, firstName: undefined },
  );
  assert.deepEqual(unknown.data, { redirectUri: exchange.baseUrl });
});

test('Keycloak action token ORGIVT: a refused sign-in ends on a page that leads to the application', async () => {
  const request = invitationRequest(exchange, TOKEN, { ...ADA, firstName: undefined });
  const error = new OAuthError('access_denied', { reason: 'No.', description: 'Denied' });
  const reply = await invitationProtocol.refuse(exchange, request, error);
  assert.equal(reply.status, 400);
  assert.match(String(reply.body), /Denied/);
  assert.match(String(reply.body), /http:\/\/acme\.test\/home/);
});
