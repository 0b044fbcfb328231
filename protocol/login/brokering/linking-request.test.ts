import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failedLinkingUrl, linkingDataOf, linkingRequest } from './linking-request.ts';

const DATA = { redirectUri: 'https://shop.test/back?a=1', nonce: 'n 1' };

test('Keycloak client-initiated account linking: link_error and nonce join the redirect_uri', () => {
  assert.equal(
    failedLinkingUrl(DATA, 'not_allowed'),
    'https://shop.test/back?a=1&link_error=not_allowed&nonce=n+1',
  );
});

test('only the request of a tab that links an account leads back with link_error', () => {
  const request = linkingRequest('shop', 'flow', DATA);
  assert.deepEqual(linkingDataOf(request), DATA);
  assert.equal(linkingDataOf({ ...request, protocol: 'openid-connect' }), undefined);
});
