import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOAuthServer } from './testing/server.ts';

test('Keycloak invitations: the address for registrations with a token leads to the link, which checks the token', () =>
  withOAuthServer(async (server) => {
    const browser = server.browser();
    const place = '/realms/demo/protocol/openid-connect/registrations?client_id=account&response_type=code';
    const { status, headers } = await browser.get(`${place}&token=a%26b`);
    assert.equal(status, 302);
    assert.equal(
      headers.get('location'),
      `${server.baseUrl}/realms/demo/login-actions/action-token?key=a%26b&client_id=account`,
    );
    const page = await browser.follow(await browser.get(`${place}&token=x`));
    assert.equal(page.status, 400);
    assert.equal((await browser.get(place)).status, 400);
  }));
