// RSA keys shared by test realms: generating them takes longer than most tests.
import { generateKeyPairSync } from 'node:crypto';
import type {
  ComponentRepresentation,
  RealmRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { createCertificate } from '#protocol/crypto/certificate.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';

let prepared: readonly ComponentRepresentation[] | undefined;

/** A component as the server writes it after generating a key. */
function prepareKey(providerId: string, algorithm: string): ComponentRepresentation {
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
    algorithm: [algorithm],
    keySize: ['2048'],
  };
  return { name: providerId, providerId, config };
}

/** Components with this process's RSA keys, one for signatures and one for encryption. */
export function preparedKeys(): Record<string, ComponentRepresentation[]> {
  prepared ??= [prepareKey('rsa-generated', 'RS256'), prepareKey('rsa-enc-generated', 'RSA-OAEP')];
  return { [KEY_PROVIDER]: prepared.map((component) => ({ ...component, id: createUuid() })) };
}

/** Adds this process's RSA keys to the realm, unless the realm has components of its own. */
export function withPreparedKeys(realm: RealmRepresentation): RealmRepresentation {
  return { components: preparedKeys(), ...realm };
}
