import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { keyDescriptor, metadataOf } from '#protocol/saml/testing/metadata.ts';
import { CERTIFICATE, IDP, withWaiting } from './testing/saml-provider.ts';

const REVIEW = /kc-idp-review-profile-form/;

for (const [name, signingCertificate, reason] of [
  ['is empty', '', /config\.signingCertificate is empty/],
  ['is unreadable', 'QUJD', /has no readable certificate/],
  ['is text', 'my certificate', /has no readable certificate/],
] as const)
  test(`Keycloak signingCertificate: an answer is refused if the certificate ${name}`, () =>
    withWaiting({ signingCertificate }, async (waiting) => assert.match(await waiting.refusal(), reason)));

test('Keycloak signingCertificate: a certificate that has expired on the realm’s clock does not count', () =>
  withWaiting({}, async (waiting) => {
    const { clock } = waiting.fixture;
    clock.setOffsetMs(clock.offsetMs - 40 * 365 * 24 * 3_600_000);
    const page = await waiting.send(await waiting.answer());
    assert.equal(page.leadsTo['code'], undefined);
    assert.doesNotMatch(page.text, REVIEW);
  }));

test('Keycloak signingCertificate: any of several certificates, separated by commas, may fit', () =>
  withWaiting({ signingCertificate: `${CERTIFICATE},${CERTIFICATE}` }, async (waiting) =>
    assert.match((await waiting.send(await waiting.answer())).text, REVIEW),
  ));

const SSO =
  '<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/sso"/>';
const describe = (certificate: string): string =>
  metadataOf({
    entity: `entityID="${IDP}"`,
    content: keyDescriptor('signing', certificate) + SSO,
  }).replaceAll('SPSSODescriptor', 'IDPSSODescriptor');

/** Serves a document, and counts how often it is fetched. */
async function withDocument(
  text: string,
  run: (url: string, count: () => number) => Promise<void>,
): Promise<void> {
  let fetched = 0;
  const server = createServer((_request, response) => {
    fetched += 1;
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`, () => fetched);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const fetched = (url: string) => ({
  useMetadataDescriptorUrl: 'true',
  metadataDescriptorUrl: url,
  signingCertificate: '',
});

test('Keycloak useMetadataDescriptorUrl: the certificates are those of the metadata', () =>
  withDocument(describe(CERTIFICATE), (url, count) =>
    withWaiting(fetched(url), async (waiting) => {
      assert.match((await waiting.send(await waiting.answer())).text, REVIEW);
      assert.equal(count(), 1);
    }),
  ));

for (const [name, text, reason] of [
  ['no XML', 'hello', /could not be read.*metadataDescriptorUrl/],
  ['of a service provider', metadataOf(), /is an identity provider/],
  ['of a broken certificate', describe('QUJD'), /X509Certificate cannot be read/],
] as const)
  test(`Keycloak useMetadataDescriptorUrl: metadata that is ${name} is refused`, () =>
    withDocument(text, (url) =>
      withWaiting(fetched(url), async (waiting) => assert.match(await waiting.refusal(), reason)),
    ));

test('Keycloak useMetadataDescriptorUrl: metadata that cannot be fetched is refused with the setting', () =>
  withWaiting(fetched('http://127.0.0.1:1/'), async (waiting) =>
    assert.match(await waiting.refusal(), /could not be read.*config\.metadataDescriptorUrl/),
  ));
