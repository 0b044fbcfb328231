import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signOutOf, withTwoRealms } from './broker/saml/testing/two-realms.ts';
import { provider, withProviders } from './broker/testing/brokering.ts';
import { readDelivered } from './saml/testing/server.ts';

import { startComposedServer } from './testing/composed-server.ts';

test('the routes of other identity providers and of stand-ins are served', async () => {
  const { routes, stop } = await startComposedServer({});
  try {
    const paths = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    for (const method of ['GET', 'POST'])
      for (const path of ['login', 'endpoint'])
        assert.ok(paths.has(`${method} /realms/:realm/broker/:alias/${path}`), path);
    assert.ok(paths.has('POST /stand-ins/:realm/:alias/token'));
  } finally {
    await stop();
  }
});

test('a sign-out here visits the SAML provider of the session', () =>
  withTwoRealms({}, async (realms) => {
    await realms.signIn();
    const { destination, root } = readDelivered(await signOutOf(realms.atApp, 'r'));
    assert.equal(root.localName, 'LogoutRequest');
    assert.ok(destination.startsWith(`${realms.server.baseUrl}/realms/idp/protocol/saml?`));
  }));

test('a sign-out at the SAML provider of a session comes here', () =>
  withTwoRealms({}, async (realms) => {
    await realms.signIn();
    const back = readDelivered(await signOutOf(realms.atIdp, 'idp'));
    assert.equal(back.destination, `${realms.server.baseUrl}/realms/r/broker/idp/endpoint`);
  }));

test('a provider of an unknown type is refused with the types that are supported', () =>
  withProviders([provider('old', 'kerberos')], async ({ activity }, browser) => {
    await browser.open();
    const page = await browser.get('/realms/r/broker/old/endpoint');
    assert.equal(page.status, 400);
    const [record] = activity.list().records;
    const refusal = activity.find(record?.id ?? '', { reveal: false })?.refusal;
    assert.match(refusal?.remedy ?? '', /oidc, oauth2 or saml/);
  }));

test('Keycloak SAML brokering: an unsolicited Response at the endpoint of answers is refused, with the address for it', () =>
  withProviders(
    [provider('corp', 'saml', { singleSignOnServiceUrl: 'https://idp.example/sso' })],
    async ({ activity }, browser) => {
      const xml = '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>';
      const SAMLResponse = Buffer.from(xml).toString('base64');
      const page = await browser.post('/realms/r/broker/corp/endpoint', { SAMLResponse });
      assert.equal(page.status, 400);
      const [record] = activity.list().records;
      const refusal = activity.find(record?.id ?? '', { reveal: false })?.refusal;
      assert.match(refusal?.reason ?? '', /has no RelayState of a sign-in/);
      assert.match(refusal?.remedy ?? '', /\/realms\/r\/broker\/corp\/endpoint\/clients\/\{name\}/);
    },
  ));
