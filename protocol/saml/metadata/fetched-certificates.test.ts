import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { renderError } from '#protocol/log/record-text.ts';
import { consumer, keyDescriptor, metadataOf } from '../testing/metadata.ts';
import { createTestKeyPair, SP_KEYS } from '../testing/realm.ts';
import { type SamlTestServer, SP_SIGNER, withSamlServer } from '../testing/server.ts';

/** What a service provider publishes, and how often it was fetched. */
interface Published {
  readonly url: string;
  text: string;
  status: number;
  asked: number;
}

async function withPublished(
  use: (published: Published, server: SamlTestServer) => Promise<void>,
): Promise<void> {
  const http = createServer((_request, response) => {
    published.asked += 1;
    response.writeHead(published.status).end(published.text);
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const { port } = http.address() as AddressInfo;
  const published: Published = { url: `http://127.0.0.1:${port}/saml`, text: '', status: 200, asked: 0 };
  try {
    await withSamlServer(async (server) => {
      await server.changeClient('signing', {
        attributes: {
          'saml.signing.certificate': '',
          'saml.useMetadataDescriptorUrl': 'true',
          'saml.metadataDescriptorUrl': published.url,
        },
      });
      await use(published, server);
    });
  } finally {
    await new Promise((done) => http.close(done));
  }
}

function describe(certificates: readonly string[], entityId = 'signing'): string {
  const keys = certificates.map((certificate) => keyDescriptor('signing', certificate)).join('');
  return metadataOf({ entity: `entityID="${entityId}"`, content: keys + consumer(0, 'http://sp.test/acs') });
}

const send = (server: SamlTestServer, key = SP_KEYS.privateKey) =>
  server.sendRedirect(server.authnRequest({ issuer: 'signing' }), { signer: { ...SP_SIGNER, key } });

function attributesOf(server: SamlTestServer): Readonly<Record<string, string>> {
  const client = server.store.realms.find('demo')?.clients?.find(({ clientId }) => clientId === 'signing');
  return client?.attributes ?? {};
}

test("SAML Metadata §4: a client's certificates come from the metadata it publishes", async () => {
  await withPublished(async (published, server) => {
    published.text = describe([SP_KEYS.certificate]);
    assert.match((await send(server)).text, /kc-form-login/);
    assert.equal(attributesOf(server)['saml.signing.certificate'], SP_KEYS.certificate);
    assert.equal(attributesOf(server)['saml.encryption.certificate'] ?? '', '');
    await send(server);
    assert.equal(published.asked, 1);
  });
});

test('SAML Metadata §4: a new key is recognized once the cached document expires', async () => {
  await withPublished(async (published, server) => {
    const next = createTestKeyPair('next');
    published.text = describe([SP_KEYS.certificate]);
    await send(server);
    published.text = describe([SP_KEYS.certificate, next.certificate]);
    assert.equal(server.refusal(await send(server, next.privateKey)).code, 'invalid_signature');
    server.pass(301);
    assert.match((await send(server, next.privateKey)).text, /kc-form-login/);
    await server.changeClient('signing', { attributes: { 'saml.descriptor.cache.seconds': '20' } });
    server.pass(21);
    await send(server);
    assert.equal(published.asked, 3);
  });
});

test('SAML Metadata §4: an unreachable, foreign or invalid document leaves the certificates unchanged, and Activity says why', async () => {
  await withPublished(async (published, server) => {
    await server.changeClient('signing', { attributes: { 'saml.signing.certificate': SP_KEYS.certificate } });
    const other = createTestKeyPair('other').certificate;
    for (const [status, text, reason] of [
      [500, '', /the answer is 500/],
      [302, '', /.+/],
      [200, describe([other], 'somebody'), /is of somebody, not of client signing/],
      [200, '<html/>', /.+/],
      [200, `<!DOCTYPE x>${describe([other])}`, /.+/],
      [200, 'x'.repeat(1024 * 1024 + 1), /larger than/],
    ] as const) {
      Object.assign(published, { status, text });
      server.pass(301);
      assert.match((await send(server)).text, /kc-form-login/);
      const noted = server.newest().decisions.find(({ rule }) => rule === 'load-metadata');
      assert.equal(noted?.outcome, 'noted');
      assert.match(noted.detail, reason);
    }
    assert.equal(attributesOf(server)['saml.signing.certificate'], SP_KEYS.certificate);
  });
});

test('service description §2.3: unreachable metadata is one warning for realm and client, with the chain of errors', async () => {
  await withPublished(async (published, server) => {
    const { url } = published;
    await server.changeClient('signing', {
      attributes: { ...attributesOf(server), 'saml.metadataDescriptorUrl': url.replace('http:', 'https:') },
    });
    await send(server);
    const noted = server.newest().decisions.find(({ rule }) => rule === 'load-metadata');
    assert.doesNotMatch(noted?.detail ?? '', /fetch failed/);
    const warnings = server.log.records.filter(({ message }) => message.includes('cannot be fetched'));
    assert.equal(warnings.length, 1);
    const { level, mdc, error } = warnings[0] ?? {};
    assert.deepEqual([level, mdc?.['realm'], mdc?.['client']], ['WARN', 'demo', 'signing']);
    assert.match(renderError(error), /fetch failed\n[\s\S]*Caused by: /);
  });
});

test('SAML Metadata §4: nothing is fetched for an invalid address or a client without the setting', async () => {
  await withPublished(async (published, server) => {
    published.text = describe([SP_KEYS.certificate]);
    for (const changes of [
      { 'saml.metadataDescriptorUrl': 'file:///etc/passwd' },
      { 'saml.metadataDescriptorUrl': published.url, 'saml.useMetadataDescriptorUrl': 'false' },
    ]) {
      await server.changeClient('signing', { attributes: changes });
      assert.equal(server.refusal(await send(server)).code, 'invalid_signature');
    }
    assert.equal(published.asked, 0);
  });
});

test('SAML Metadata §4: concurrent requests share one fetch', async () => {
  await withPublished(async (published, server) => {
    published.text = describe([SP_KEYS.certificate]);
    const pages = await Promise.all([send(server), send(server), send(server)]);
    for (const { text } of pages) assert.match(text, /kc-form-login/);
    assert.equal(published.asked, 1);
  });
});
