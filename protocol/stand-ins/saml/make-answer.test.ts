import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { buttonOf, provider, standInAction, withProviders } from '#protocol/broker/testing/brokering.ts';
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import { type Delivered, readDelivered } from '#protocol/saml/testing/server.ts';

const CONFIG = { singleSignOnServiceUrl: 'https://idp.example/sso', postBindingAuthnRequest: 'false' };

async function answerOf(
  config: Readonly<Record<string, string>>,
  use: (answer: Delivered, certificate: X509Certificate, baseUrl: string) => void,
): Promise<void> {
  await withProviders([provider('corp', 'saml', { ...CONFIG, ...config })], async ({ baseUrl }, browser) => {
    const text = await (await fetch(`${baseUrl}/realms/r/protocol/saml/descriptor`)).text();
    const [, certificate = ''] = /<ds:X509Certificate>([^<]*)/.exec(text) ?? [];
    const page = await browser.follow(await browser.get(buttonOf(await browser.open(), 'corp')));
    const answer = readDelivered(await browser.post(standInAction(page), { person: '0' }));
    use(answer, new X509Certificate(Buffer.from(certificate, 'base64')), baseUrl);
  });
}

test('SAML Profiles §4.1.4.2: a stand-in answers with a Response and an assertion signed by the realm', () =>
  answerOf({}, ({ root, xml, destination }, { publicKey }, baseUrl) => {
    const trust = { keys: [publicKey], allowSha1: false, hasSignedParts: true };
    const response = verifyElement({ ...trust, root });
    assert.equal(destination, `${baseUrl}/realms/r/broker/corp/endpoint`);
    const assertion = response.children.find(
      (child) => typeof child !== 'string' && child.localName === 'Assertion',
    );
    assert.ok(typeof assertion === 'object');
    assert.equal(verifyElement({ ...trust, root: assertion }).localName, 'Assertion');
    assert.match(xml, new RegExp(`<saml:Audience>${baseUrl}/realms/r</saml:Audience>`));
    assert.match(xml, new RegExp(`>${baseUrl}/stand-ins/r/corp</saml:Issuer>`));
    assert.throws(
      () => verifyElement({ root, keys: [publicKey], allowSha1: false }),
      /more than one signature/,
    );
  }));

test('Keycloak wantAssertionsEncrypted: a stand-in encrypts', () =>
  answerOf({ wantAssertionsEncrypted: 'true' }, ({ xml }) => {
    assert.match(xml, /<saml:EncryptedAssertion /);
    assert.doesNotMatch(xml, /ada@example/);
  }));

test('the settings give the issuer and the audience', () =>
  answerOf({ idpEntityId: 'urn:idp', entityId: 'urn:sp' }, ({ xml }) => {
    assert.match(xml, />urn:idp<\/saml:Issuer>/);
    assert.match(xml, /<saml:Audience>urn:sp<\/saml:Audience>/);
  }));
