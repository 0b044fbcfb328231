// Organizations for SAML clients. Compat: as in Keycloak 26, a SAML request has no scope, so that no one chooses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { formAction } from '#protocol/login/testing/browser.ts';
import { ALICES_ORGANIZATIONS } from '#protocol/login/testing/organizations.ts';
import { attributesOf } from './testing/response.ts';
import { readDelivered, withSamlServer } from './testing/server.ts';

test('SAML Profiles §4.1: the name is asked first, no organization is chosen, and the assertion has all of them', () =>
  withSamlServer(async (server) => {
    const browser = server.browser();
    const page = await server.sendRedirect(server.authnRequest(), { browser });
    assert.doesNotMatch(page.text, /id="password"/);
    const named = await browser.post(formAction(page), { username: 'alice' });
    assert.doesNotMatch(named.text, /kc-user-organizations/);
    const delivered = readDelivered(await browser.post(formAction(named), { password: 'alice-password' }));
    const organizations = attributesOf(delivered).find(([name]) => name === 'organization');
    assert.deepEqual(organizations, ['organization', 'acme', 'bolt']);
    const again = await server.signIn(server.authnRequest(), { browser });
    assert.ok(attributesOf(again).some(([name]) => name === 'organization'));
  }, ALICES_ORGANIZATIONS));

test('SAML Core §2.7.3: users without organizations, and realms without, have no attribute', async () => {
  const names = (changes: Partial<RealmRepresentation>) =>
    withSamlServer(async (server) => {
      const found = attributesOf(await server.signIn()).map(([name]) => name);
      assert.ok(!found.includes('organization'));
    }, changes);
  await names({ ...ALICES_ORGANIZATIONS, organizationsEnabled: false });
  await names({ ...ALICES_ORGANIZATIONS, organizations: [{ name: 'Other', alias: 'other' }] });
});
