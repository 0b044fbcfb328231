import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf, childElement, childElements, textOf } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { type SamlTestServer, withSamlServer } from './testing/server.ts';
import { NAMESPACES } from './xml-names.ts';

async function readDescriptor(
  server: SamlTestServer,
): Promise<{ root: XmlElement; role: XmlElement; text: string }> {
  const page = await server.browser().get(`${server.endpoint}/descriptor`);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type') ?? '', /^application\/xml/);
  assert.match(page.headers.get('cache-control') ?? '', /no-cache/);
  const root = parseXml(page.text);
  const role = childElement(root, NAMESPACES.metadata, 'IDPSSODescriptor');
  assert.ok(role);
  return { root, role, text: page.text };
}

function keyNames(role: XmlElement): string[] {
  return childElements(role, NAMESPACES.metadata, 'KeyDescriptor').map((key) => {
    const info = childElement(key, NAMESPACES.signature, 'KeyInfo');
    const name = info && childElement(info, NAMESPACES.signature, 'KeyName');
    return name === undefined ? '' : textOf(name);
  });
}

test('SAML Metadata §2.4.3: the entity is the realm, and all endpoints have the same URL', async () => {
  await withSamlServer(async (server) => {
    const { root, role } = await readDescriptor(server);
    assert.equal(attributeOf(root, 'entityID'), `${server.baseUrl}/realms/demo`);
    assert.equal(attributeOf(role, 'protocolSupportEnumeration'), NAMESPACES.protocol);
    assert.equal(attributeOf(role, 'WantAuthnRequestsSigned'), 'true');
    for (const name of ['SingleSignOnService', 'SingleLogoutService']) {
      const services = childElements(role, NAMESPACES.metadata, name);
      assert.match(attributeOf(services[0] ?? root, 'Binding') ?? '', /:HTTP-POST$/, name);
      assert.match(attributeOf(services[1] ?? root, 'Binding') ?? '', /:HTTP-Redirect$/, name);
      for (const service of services) assert.equal(attributeOf(service, 'Location'), server.endpoint);
    }
  });
});

test('SAML Metadata §2.4.1.1: the signing key is listed by kid, with its certificate on one line', async () => {
  await withSamlServer(async (server) => {
    const { role, text } = await readDescriptor(server);
    const { kid } = await server.keys.signingKey('demo', 'RS256');
    assert.deepEqual(keyNames(role), [kid]);
    assert.match(text, /<ds:X509Certificate>[A-Za-z0-9+/=]+<\/ds:X509Certificate>/);
  });
});

test('SAML Metadata §2.4.1.1: after a rotation both keys are listed, the new one first; a disabled one is not', async () => {
  await withSamlServer(async (server) => {
    const old = await server.keys.signingKey('demo', 'RS256');
    await readDescriptor(server);
    const fresh = await server.keys.rotate('demo', 'RS256');
    assert.deepEqual(keyNames((await readDescriptor(server)).role), [fresh.kid, old.kid]);
    await server.keys.disable('demo', old.kid);
    assert.deepEqual(keyNames((await readDescriptor(server)).role), [fresh.kid]);
  });
});

test('SAML Metadata §2.4.2: the four name identifier formats are listed', async () => {
  await withSamlServer(async (server) => {
    const { role } = await readDescriptor(server);
    assert.deepEqual(
      childElements(role, NAMESPACES.metadata, 'NameIDFormat').map((format) =>
        textOf(format).split(':').at(-1),
      ),
      ['persistent', 'transient', 'unspecified', 'emailAddress'],
    );
  });
});
