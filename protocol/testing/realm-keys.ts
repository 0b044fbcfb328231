// A signing key shared by test realms: generating one takes longer than most tests.
import { generateKeyPairSync } from 'node:crypto';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createCertificate } from '#protocol/crypto/certificate.ts';

let prepared: NonNullable<RealmRepresentation['components']> | undefined;

function prepareKeys(): NonNullable<RealmRepresentation['components']> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = createCertificate({
    commonName: 'demo',
    publicKey,
    privateKey,
    notBefore: new Date(Date.UTC(2020, 0, 1)),
    notAfter: new Date(Date.UTC(2050, 0, 1)),
  });
  const config = {
    priority: ['100'],
    privateKey: [privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')],
    certificate: [certificate],
  };
  return { 'org.keycloak.keys.KeyProvider': [{ name: 'rsa', providerId: 'rsa', config }] };
}

/** Adds this process's RSA key to the realm, unless the realm has components of its own. */
export function withPreparedKey(realm: RealmRepresentation): RealmRepresentation {
  prepared ??= prepareKeys();
  return { components: prepared, ...realm };
}
