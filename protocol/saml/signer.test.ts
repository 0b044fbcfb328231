import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { readServiceProvider } from './service-provider.ts';
import { createSamlSigners } from './signer.ts';
import { type SamlTestServer, withSamlServer } from './testing/server.ts';

function providerWith(attributes: Record<string, string>) {
  const { realm, clock } = createTestExchange({
    realm: { clients: [{ clientId: 'sp', protocol: 'saml', attributes }] },
  });
  const client = realm.clients.get('sp');
  assert.ok(client);
  return readServiceProvider(client, clock.now());
}

function realmOf(server: SamlTestServer) {
  const stored = server.store.realms.find('demo');
  assert.ok(stored);
  return viewRealm(stored);
}

test('SAML Core §5.4: the active key signs, and the new one after a rotation', async () => {
  await withSamlServer(async (server) => {
    const signers = createSamlSigners(server.keys);
    const before = await signers.signerFor(realmOf(server), providerWith({}));
    assert.equal(await signers.signerFor(realmOf(server), providerWith({})), before);
    const { kid } = await server.keys.rotate('demo', 'RS256');
    const after = await signers.signerFor(realmOf(server), providerWith({}));
    assert.notEqual(after.key, before.key);
    assert.ok(after.keyInfo.includes(`<dsig:KeyName>${kid}</dsig:KeyName>`));
    assert.equal((await signers.signingKeys(realmOf(server)))[0]?.kid, kid);
  });
});

test('SAML Core §5.4.1: an unsupported algorithm is rejected, and the remedy lists the supported ones', async () => {
  await withSamlServer(async (server) => {
    const signers = createSamlSigners(server.keys);
    for (const name of ['DSA_SHA1', 'RSA_MD5', 'constructor']) {
      const provider = providerWith({ 'saml.signature.algorithm': name });
      const isRefused = (error: unknown): boolean =>
        error instanceof SamlStatusError &&
        error.code === 'processing_failed' &&
        /RSA_SHA256/.test(error.remedy ?? '') &&
        error.reason.includes(name);
      await assert.rejects(signers.signerFor(realmOf(server), provider), isRefused);
      assert.throws(() => signers.algorithmUri(provider), isRefused);
    }
  });
});

test('SAML Core §5.4.3: an unsupported canonicalization is rejected', async () => {
  await withSamlServer(async (server) => {
    const provider = providerWith({ saml_signature_canonicalization_method: 'urn:none' });
    await assert.rejects(
      createSamlSigners(server.keys).signerFor(realmOf(server), provider),
      SamlStatusError,
    );
  });
});
