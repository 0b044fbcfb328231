import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDelivered } from '#protocol/saml/testing/server.ts';
import { collect } from '#protocol/store/collect.ts';
import { attributeOf } from '#protocol/xml/read-xml.ts';
import { provider, withProviders } from '../testing/brokering.ts';
import { SLO } from './testing/saml-provider.ts';
import { NAMED, postOn, signInAtSaml } from './testing/saml-stand-in.ts';
import { signOutOf, withTwoRealms } from './testing/two-realms.ts';

const BINDINGS = [
  ['HTTP-POST', {}],
  ['HTTP-Redirect', { postBindingLogout: 'false', postBindingAuthnRequest: 'false' }],
] as const;

for (const [name, config] of BINDINGS)
  test(`SAML Profiles §4.4: who signs out here is signed out at the provider by ${name}`, () =>
    withTwoRealms(config, async (realms) => {
      const done = await realms.signIn();
      assert.ok(done.leadsTo['code'], done.text);
      assert.deepEqual([await realms.sessions('r'), await realms.sessions('idp')], [1, 1]);
      const request = await signOutOf(realms.atApp, 'r');
      const answer = await realms.carry(request, realms.atIdp);
      const page = await realms.carry(answer, realms.atApp);
      assert.equal(page.status, 200, page.text);
      assert.deepEqual([await realms.sessions('r'), await realms.sessions('idp')], [0, 0]);
    }));

test('Keycloak SAML brokering: with backchannelSupported the provider is called from server to server', () =>
  withTwoRealms({ backchannelSupported: 'true' }, async (realms) => {
    await realms.signIn();
    await signOutOf(realms.atApp, 'r');
    assert.deepEqual([await realms.sessions('r'), await realms.sessions('idp')], [0, 0]);
  }));

test('Keycloak SAML brokering: an answer to no LogoutRequest of ours is refused', () =>
  withTwoRealms({}, async (realms) => {
    await realms.signIn();
    const request = await signOutOf(realms.atApp, 'r');
    const answer = await realms.carry(request, realms.atIdp);
    await realms.carry(answer, realms.atApp);
    const again = await realms.carry(answer, realms.atApp);
    assert.equal(again.status, 400);
  }));

const STOOD_IN = {
  singleSignOnServiceUrl: 'https://idp.example/sso',
  validateSignature: 'true',
  idpEntityId: 'urn:idp',
};

for (const [name, config] of [
  ['HTTP-Redirect', { singleLogoutServiceUrl: SLO }],
  ['HTTP-POST', { singleLogoutServiceUrl: SLO, postBindingLogout: 'true', wantAuthnRequestsSigned: 'true' }],
] as const)
  test(`SAML Profiles §4.4: a stand-in answers a LogoutRequest by ${name}`, () =>
    withProviders(
      [provider('corp', 'saml', { ...STOOD_IN, ...config })],
      async ({ store }, browser) => {
        const done = await signInAtSaml(browser, 'corp', 'ada@example.com');
        assert.ok(done.leadsTo['code'], done.text);
        const page = await postOn(browser, await signOutOf(browser, 'r'));
        assert.equal(page.status, 200, page.text);
        assert.equal((await collect(store.sessions.list('r-id'))).length, 0);
      },
      NAMED,
    ));

test('Keycloak SAML brokering: a provider without singleLogoutServiceUrl is not notified', () =>
  withTwoRealms({ singleLogoutServiceUrl: '' }, async (realms) => {
    await realms.signIn();
    await signOutOf(realms.atApp, 'r');
    assert.deepEqual([await realms.sessions('r'), await realms.sessions('idp')], [0, 1]);
  }));

test('SAML Core §3.7.1: the LogoutRequest has the NameID and SessionIndex of the assertion', () =>
  withTwoRealms({}, async (realms) => {
    await realms.signIn();
    const { root, xml } = readDelivered(await signOutOf(realms.atApp, 'r'));
    assert.equal(root.localName, 'LogoutRequest');
    assert.match(xml, /<saml:NameID [^>]*Format="urn:oasis:names:tc:SAML:2\.0:nameid-format:persistent"/);
    assert.match(xml, /<samlp:SessionIndex>[^<]+::[^<]+<\/samlp:SessionIndex>/);
    assert.equal(attributeOf(root, 'Destination'), `${realms.server.baseUrl}/realms/idp/protocol/saml`);
  }));
