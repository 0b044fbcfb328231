import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import { verifyText, XML_SIGNATURES } from '#protocol/crypto/xml-signature.ts';
import { withProviders } from '../testing/brokering.ts';
import { samlProvider, waitFor } from './testing/saml-provider.ts';
import { signOutOf, withTwoRealms } from './testing/two-realms.ts';

const SIGNED = { wantAuthnRequestsSigned: 'true' };

function withRequest(
  config: Readonly<Record<string, string>>,
  use: (request: Awaited<ReturnType<typeof waitFor>>['request'], certificate: X509Certificate) => void,
): Promise<void> {
  return withProviders([samlProvider(config)], async (fixture, browser) => {
    const text = await (await fetch(`${fixture.baseUrl}/realms/r/protocol/saml/descriptor`)).text();
    const [, certificate = ''] = /<ds:X509Certificate>([^<]*)/.exec(text) ?? [];
    const { request } = await waitFor(fixture, browser);
    use(request, new X509Certificate(Buffer.from(certificate, 'base64')));
  });
}

test('SAML Bindings §3.4.4.1: a request by redirect is signed in the query', () =>
  withRequest({ ...SIGNED, signatureAlgorithm: 'RSA_SHA512' }, ({ query, xml }, { publicKey }) => {
    const [text = '', signature = ''] = query.split('&Signature=');
    const algorithm = XML_SIGNATURES.RSA_SHA512.method;
    assert.ok(text.endsWith(`SigAlg=${encodeURIComponent(algorithm)}`));
    verifyText({
      algorithm,
      text,
      signature: decodeURIComponent(signature),
      keys: [publicKey],
      allowSha1: false,
    });
    assert.doesNotMatch(xml, /Extensions|dsig:Signature/);
  }));

test('Keycloak addExtensionsElementWithKeyInfo: a signed request by redirect names its key', () =>
  withRequest({ ...SIGNED, addExtensionsElementWithKeyInfo: 'true' }, ({ xml }) =>
    assert.match(xml, /<samlp:Extensions><kckey:KeyInfo [^>]*MessageSigningKeyId="[^"]+"/),
  ));

test('SAML Bindings §3.5.4: a request by POST is signed inside', () =>
  withRequest({ ...SIGNED, postBindingAuthnRequest: 'true' }, ({ binding, root, xml }, { publicKey }) => {
    assert.equal(binding, 'post');
    assert.equal(verifyElement({ root, keys: [publicKey], allowSha1: false }).localName, 'AuthnRequest');
    assert.match(xml, /<dsig:KeyName>/);
  }));

test('Keycloak xmlSigKeyInfoKeyNameTransformer: NONE leaves the key name out', () =>
  withRequest(
    { ...SIGNED, postBindingAuthnRequest: 'true', xmlSigKeyInfoKeyNameTransformer: 'NONE' },
    ({ xml }) => assert.doesNotMatch(xml, /<dsig:KeyName>/),
  ));

for (const config of [{}, { postBindingAuthnRequest: 'true', addExtensionsElementWithKeyInfo: 'true' }])
  test(`Keycloak wantAuthnRequestsSigned: without it, a request is not signed (${JSON.stringify(config)})`, () =>
    withRequest(config, ({ query, xml }) => {
      assert.doesNotMatch(query, /Signature=/);
      assert.doesNotMatch(xml, /dsig:Signature|Extensions/);
    }));

for (const postBinding of ['true', 'false'])
  test(`issue "Other identity providers": sign-in and sign-out at two realms are one flow of Activity, POST binding ${postBinding}`, () =>
    withTwoRealms(
      {
        postBindingAuthnRequest: postBinding,
        postBindingResponse: postBinding,
        postBindingLogout: postBinding,
      },
      async (realms) => {
        await realms.signIn();
        const confirmed = await signOutOf(realms.atApp, 'r');
        await realms.carry(await realms.carry(confirmed, realms.atIdp), realms.atApp);
        const { records } = realms.server.activity.list({});
        const flow = records.find(({ title }) => title === 'Authorization request')?.flow;
        const titles = records
          .filter((record) => record.flow === flow)
          .map(({ realm, title }) => `${realm}: ${title}`)
          .toReversed();
        assert.deepEqual(
          titles.filter((title) => title !== 'idp: Sign-in page'),
          [
            'r: Authorization request',
            'r: Sign-in through an identity provider',
            'idp: SAML sign-in request',
            'idp: Sign-in form',
            'r: Answer of an identity provider',
            'r: Sign-out',
            'r: Sign-out confirmed',
            'idp: SAML sign-out request',
            'r: Sign-out answer of an identity provider',
          ],
        );
      },
    ));
