// Components of keys: creating them and changing their state.
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import type { KeyComponent, RealmKeyRow } from '../../api/keys.ts';

const CURVES: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };
/** Distance between priorities of generated keys, which leaves room for manual ones. */
const STEP = 10;

/** State of a key. */
export type KeyState = 'active' | 'passive' | 'disabled';

/** The provider that generates keys for an algorithm, with its settings. */
function providerFor(algorithm: string): {
  readonly providerId: string;
  readonly config: Record<string, string[]>;
} {
  if (algorithm.startsWith('RSA-OAEP'))
    return { providerId: 'rsa-enc-generated', config: { algorithm: [algorithm] } };
  if (algorithm.startsWith('HS')) return { providerId: 'hmac-generated', config: { algorithm: [algorithm] } };
  if (algorithm === 'EdDSA')
    return { providerId: 'eddsa-generated', config: { eddsaEllipticCurveKey: ['Ed25519'] } };
  const curve = CURVES[algorithm];
  if (curve !== undefined)
    return { providerId: 'ecdsa-generated', config: { ecdsaEllipticCurveKey: [curve] } };
  return { providerId: 'rsa-generated', config: { algorithm: [algorithm] } };
}

/** A priority above those of all keys. */
export function nextPriority(rows: readonly RealmKeyRow[]): number {
  return Math.max(0, ...rows.map(({ key }) => key.providerPriority)) + STEP;
}

const active = { enabled: ['true'], active: ['true'] };

/** A key for `algorithm` that the server generates. */
export function generatedKey(algorithm: string, priority: number): ComponentRepresentation {
  const { providerId, config } = providerFor(algorithm);
  return {
    name: `${providerId}-${algorithm.toLowerCase()}-${priority}`,
    providerId,
    config: { ...config, ...active, priority: [String(priority)] },
  };
}

/** An imported key, as PEM. Without a certificate, the server generates one. */
export function importedKey(
  algorithm: string,
  priority: number,
  pem: { readonly privateKey: string; readonly certificate: string },
): ComponentRepresentation {
  const providerId = algorithm.startsWith('RSA-OAEP') ? 'rsa-enc' : 'rsa';
  return {
    name: `${providerId}-${algorithm.toLowerCase()}-${priority}`,
    providerId,
    config: {
      ...active,
      algorithm: [algorithm],
      priority: [String(priority)],
      privateKey: [pem.privateKey.trim()],
      ...(pem.certificate.trim() === '' ? {} : { certificate: [pem.certificate.trim()] }),
    },
  };
}

/** Changes the state of a key's component. */
export function withState(component: KeyComponent, state: KeyState): KeyComponent {
  return {
    ...component,
    config: {
      ...component.config,
      enabled: [String(state !== 'disabled')],
      active: [String(state === 'active')],
    },
  };
}
