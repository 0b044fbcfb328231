// Keys as components: what a new key for an algorithm looks like, and the settings that switch one on and off.
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import type { KeyComponent, RealmKeyRow } from '../../api/keys.ts';

const CURVES: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };
/** How much higher a new key stands than every other, which leaves room between for keys set by hand. */
const STEP = 10;

/** What a key is used for. */
export type KeyState = 'active' | 'passive' | 'disabled';

/** The provider that makes keys for an algorithm, with the settings it needs. */
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

/** A priority above those of every key. */
export function nextPriority(rows: readonly RealmKeyRow[]): number {
  return Math.max(0, ...rows.map(({ key }) => key.providerPriority)) + STEP;
}

const switchedOn = { enabled: ['true'], active: ['true'] };

/** A key for `algorithm` that the server makes. */
export function generatedKey(algorithm: string, priority: number): ComponentRepresentation {
  const { providerId, config } = providerFor(algorithm);
  return {
    name: `${providerId}-${algorithm.toLowerCase()}-${priority}`,
    providerId,
    config: { ...config, ...switchedOn, priority: [String(priority)] },
  };
}

/** A key that somebody has already; without a certificate the server makes one. `privateKey` and `certificate` are PEM. */
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
      ...switchedOn,
      algorithm: [algorithm],
      priority: [String(priority)],
      privateKey: [pem.privateKey.trim()],
      ...(pem.certificate.trim() === '' ? {} : { certificate: [pem.certificate.trim()] }),
    },
  };
}

/** The component in another state; everything else stays. */
export function inState(component: KeyComponent, state: KeyState): KeyComponent {
  return {
    ...component,
    config: {
      ...component.config,
      enabled: [String(state !== 'disabled')],
      active: [String(state === 'active')],
    },
  };
}
