import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeOf } from '#protocol/xml/read-xml.ts';
import { withProviders } from '../testing/brokering.ts';
import { endpointOf, samlProvider, waitFor } from './testing/saml-provider.ts';

async function requestOf(
  config: Readonly<Record<string, string>>,
  use: (xml: string, attribute: (name: string) => string | undefined, endpoint: string) => void,
  query = '',
): Promise<void> {
  await withProviders([samlProvider(config)], async (fixture, browser) => {
    const { request } = await waitFor(fixture, browser, query);
    use(request.xml, (name) => attributeOf(request.root, name), endpointOf(fixture));
  });
}

test('SAML Core §3.4.1: the request has the addresses, the binding of the answer and the name policy', () =>
  requestOf({}, (xml, attribute, endpoint) => {
    assert.equal(attribute('Version'), '2.0');
    assert.equal(attribute('Destination'), 'https://idp.example/sso');
    assert.equal(attribute('AssertionConsumerServiceURL'), endpoint);
    assert.equal(attribute('ProtocolBinding'), 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST');
    assert.equal(attribute('ForceAuthn'), 'false');
    assert.match(xml, /<samlp:NameIDPolicy AllowCreate="true"><\/samlp:NameIDPolicy>/);
    assert.doesNotMatch(xml, /RequestedAuthnContext|saml:Subject|dsig:Signature/);
  }));

test('Keycloak SAML brokering: the settings shape the request', () =>
  requestOf(
    {
      entityId: 'urn:sp',
      allowCreate: 'false',
      forceAuthn: 'true',
      postBindingResponse: 'false',
      nameIDPolicyFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      authnContextClassRefs: '["urn:a","urn:b"]',
      authnContextDeclRefs: '["urn:c"]',
      authnContextComparisonType: 'minimum',
      attributeConsumingServiceIndex: '3',
    },
    (xml, attribute) => {
      assert.match(xml, />urn:sp<\/saml:Issuer>/);
      assert.equal(attribute('ForceAuthn'), 'true');
      assert.equal(attribute('ProtocolBinding'), 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect');
      assert.equal(attribute('AttributeConsumingServiceIndex'), '3');
      assert.match(xml, /<samlp:NameIDPolicy Format="[^"]*persistent"><\/samlp:NameIDPolicy>/);
      assert.match(xml, /<samlp:RequestedAuthnContext Comparison="minimum">/);
      assert.deepEqual(
        [...xml.matchAll(/Authn(?:Context(?:Class|Decl)Ref)[^>]*>(urn:.)/g)].map(([, each]) => each),
        ['urn:a', 'urn:b', 'urn:c'],
      );
    },
  ));

test('Keycloak artifactBindingResponse: the answer is requested by artifact, even if postBindingResponse is on', () =>
  requestOf({ artifactBindingResponse: 'true' }, (_xml, attribute) =>
    assert.equal(attribute('ProtocolBinding'), 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact'),
  ));

test('OIDC Core §3.1.2.1: prompt=login asks the provider to sign the person in again', () =>
  requestOf({}, (_xml, attribute) => assert.equal(attribute('ForceAuthn'), 'true'), 'prompt=login'));

test('Keycloak loginHint: the hint of the application is the Subject only if the setting is on', async () => {
  const query = 'login_hint=ada%26co';
  await requestOf({ loginHint: 'true' }, (xml) => assert.match(xml, />ada&amp;co<\/saml:NameID>/), query);
  await requestOf({}, (xml) => assert.doesNotMatch(xml, /ada/), query);
});

test('Keycloak authnContextClassRefs: a text that is no JSON is one class', () =>
  requestOf({ authnContextClassRefs: 'urn:a' }, (xml) =>
    assert.match(xml, />urn:a<\/saml:AuthnContextClassRef>/),
  ));
