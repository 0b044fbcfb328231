// Reads, generates, completes and checks keys that are stored as realm components.
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import { createUuid } from './identifiers.ts';
import {
  findKeyProvider,
  findUnusedKeySettings,
  KEY_PROVIDERS,
  type KeyConfig,
  type KeyMaterial,
  type KeyOwner,
  type KeyProvider,
  setting,
} from './key-providers.ts';

export interface RealmKey extends KeyMaterial {
  readonly componentId: string | undefined;
  readonly providerId: string;
  readonly name: string;
  /** RFC 7518 §3.1 or §4.1. */
  readonly algorithm: string;
  readonly use: 'SIG' | 'ENC';
  readonly priority: number;
  readonly status: 'ACTIVE' | 'PASSIVE' | 'DISABLED';
}

export interface NewKey extends KeyOwner {
  readonly priority: number;
}

/** Replaces secrets in exports and API responses. */
export const MASKED_SECRET = '**********';

/** A component that cannot be used as a key; the message names the setting and is safe to send. */
export class KeyComponentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'KeyComponentError';
  }
}

/** The provider that generates keys for an algorithm. */
export function keyProviderFor(algorithm: string): string | undefined {
  return Object.entries(KEY_PROVIDERS).find(
    ([, { isGenerated, algorithms }]) => isGenerated && algorithms.includes(algorithm),
  )?.[0];
}

function statusOf(config: KeyConfig): RealmKey['status'] {
  if (setting(config, 'enabled') === 'false') return 'DISABLED';
  return setting(config, 'active') === 'false' ? 'PASSIVE' : 'ACTIVE';
}

function algorithmOf(provider: KeyProvider, config: KeyConfig): string {
  return provider.algorithmOf?.(config) ?? setting(config, 'algorithm') ?? provider.defaultAlgorithm;
}

/** Undefined when the key type is unsupported or material is missing. @throws {Error} when it is invalid. */
export function readKeyComponent(component: ComponentRepresentation): RealmKey | undefined {
  const provider = findKeyProvider(component.providerId);
  const config = component.config ?? {};
  const material = isUnfilled(component) ? undefined : provider?.read(config);
  if (provider === undefined || material === undefined) return undefined;
  return {
    componentId: component.id,
    providerId: component.providerId,
    name: component.name ?? component.providerId,
    algorithm: algorithmOf(provider, config),
    use: setting(config, 'keyUse')?.toUpperCase() === 'ENC' ? 'ENC' : provider.use,
    priority: Number(setting(config, 'priority') ?? 0),
    status: statusOf(config),
    ...material,
  };
}

const SECRETS = ['privateKey', 'secret', 'ecdsaPrivateKey', 'eddsaPrivateKey'];

/** Whether a generated key has no material yet, or only a mask (as in partial exports). */
function isUnfilled(component: ComponentRepresentation): boolean {
  if (findKeyProvider(component.providerId)?.isGenerated !== true) return false;
  const secret = SECRETS.map((name) => setting(component.config ?? {}, name)).find(
    (text) => text !== undefined,
  );
  return secret === undefined || secret === MASKED_SECRET;
}

/** The private keys of components with imported, not generated, keys. */
export function listGivenKeys(components: readonly ComponentRepresentation[]): readonly string[] {
  return components
    .filter(({ providerId }) => findKeyProvider(providerId)?.isGenerated === false)
    .flatMap(({ config }) => setting(config ?? {}, 'privateKey') ?? []);
}

/**
 * Key components of a copy of a realm: active keys that were generated are without their material, so that the copy
 * generates its own; those that only verify are left out. Imported keys stay.
 */
export function withoutGeneratedKeys(
  components: readonly ComponentRepresentation[],
): readonly ComponentRepresentation[] {
  return components.flatMap((component) => {
    const provider = findKeyProvider(component.providerId);
    const config = component.config ?? {};
    if (provider?.isGenerated !== true) return [component];
    if (statusOf(config) !== 'ACTIVE') return [];
    const kept = new Set([...provider.settings, 'priority', 'enabled', 'active']);
    return [
      { ...component, config: Object.fromEntries(Object.entries(config).filter(([name]) => kept.has(name))) },
    ];
  });
}

/** The algorithm for which a component still needs a generated, active key; undefined if none. */
function missingAlgorithm(component: ComponentRepresentation): string | undefined {
  const provider = findKeyProvider(component.providerId);
  const config = component.config ?? {};
  if (provider === undefined || !isUnfilled(component) || statusOf(config) !== 'ACTIVE') return undefined;
  if (findKeyFault(component) !== undefined) return undefined;
  return algorithmOf(provider, config);
}

/** The component that needs an active key for an algorithm and has none yet. */
export function findUnfilled(
  components: readonly ComponentRepresentation[],
  algorithm: string,
): ComponentRepresentation | undefined {
  return components.find((component) => missingAlgorithm(component) === algorithm);
}

/** Algorithms with components whose keys are not generated yet. */
export function listMissingAlgorithms(components: readonly ComponentRepresentation[]): readonly string[] {
  const missing = components.map(missingAlgorithm).filter((algorithm) => algorithm !== undefined);
  return [...new Set(missing)].filter((algorithm) => keyProviderFor(algorithm) !== undefined);
}

/** @throws {TypeError} for an algorithm that no provider generates. */
export async function makeKeyComponent(
  algorithm: string,
  key: NewKey,
): Promise<ComponentRepresentation & { id: string }> {
  const providerId = keyProviderFor(algorithm);
  const provider = findKeyProvider(providerId ?? '');
  if (providerId === undefined || provider === undefined)
    throw new TypeError(`no key can be made for ${algorithm}`);
  const config = await provider.make({ priority: [String(key.priority)] }, algorithm, key);
  const suffix =
    algorithm === provider.defaultAlgorithm && providerId !== 'hmac-generated'
      ? ''
      : `-${algorithm.toLowerCase()}`;
  return { id: createUuid(), name: `${providerId}${suffix}`, providerId, config };
}

/**
 * Generates the key or, if imported, checks it; a component that nothing needs is kept without one.
 * @throws {KeyComponentError} naming the invalid setting.
 */
export async function fillKeyComponent(
  component: ComponentRepresentation,
  owner: KeyOwner,
): Promise<ComponentRepresentation> {
  const provider = checkKeyComponent(component);
  const config = component.config ?? {};
  if (provider === undefined) return { ...component, config };
  try {
    const filled = await provider.make(config, algorithmOf(provider, config), owner);
    return { ...component, config: { ...filled } };
  } catch (error) {
    throw new KeyComponentError(`The key cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

function refuseProvider(providerId: string): KeyComponentError {
  const known = Object.keys(KEY_PROVIDERS).join(', ');
  return providerId === 'java-keystore'
    ? new KeyComponentError(
        `Key provider java-keystore is not offered here because it reads Java keystores: export the key as PEM and use provider rsa. Offered: ${known}`,
      )
    : new KeyComponentError(`Key provider "${providerId}" is not offered here. Offered: ${known}`);
}

const ALLOWED_VALUES: Readonly<Record<string, readonly string[]>> = {
  keySize: ['1024', '2048', '3072', '4096'],
  secretSize: ['16', '24', '32', '64', '128', '256', '512'],
  ecdsaEllipticCurveKey: ['P-256', 'P-384', 'P-521'],
  ecdhEllipticCurveKey: ['P-256', 'P-384', 'P-521'],
  eddsaEllipticCurveKey: ['Ed25519', 'Ed448'],
  enabled: ['true', 'false'],
  active: ['true', 'false'],
};

function checkValues(config: KeyConfig): void {
  const priority = setting(config, 'priority') ?? '0';
  if (!/^-?\d{1,9}$/.test(priority)) throw new KeyComponentError('priority must be a whole number');
  for (const [name, allowed] of Object.entries(ALLOWED_VALUES)) {
    const value = setting(config, name);
    if (value !== undefined && !allowed.includes(value))
      throw new KeyComponentError(`${name} must be one of ${allowed.join(', ')}`);
  }
}

function checkSettings(provider: KeyProvider, config: KeyConfig): void {
  checkValues(config);
  const algorithm = algorithmOf(provider, config);
  if (!provider.algorithms.includes(algorithm))
    throw new KeyComponentError(`algorithm must be one of ${provider.algorithms.join(', ')}`);
}

const COMMON_SETTINGS = ['priority', 'enabled', 'active'];

/** Names of the settings that administrators see. */
function shownSettings(providerId: string): ReadonlySet<string> {
  const own = findKeyProvider(providerId)?.settings ?? findUnusedKeySettings(providerId) ?? [];
  return new Set([...COMMON_SETTINGS, ...own]);
}

/** The settings shown to administrators, with secrets masked. */
export function shownKeyConfig(component: ComponentRepresentation): Record<string, string[]> {
  const shown = shownSettings(component.providerId);
  const entries = Object.entries(component.config ?? {}).filter(([name]) => shown.has(name));
  return Object.fromEntries(
    entries.map(([name, values]) => [name, SECRETS.includes(name) ? [MASKED_SECRET] : values]),
  );
}

/**
 * Merges the submitted settings into a stored component; masked values and hidden settings are kept.
 * `reshaped` means that the key must be regenerated or checked again.
 */
export function changeKeyComponent(
  stored: ComponentRepresentation,
  sent: ComponentRepresentation,
): { readonly component: ComponentRepresentation; readonly reshaped: boolean } {
  const provider = findKeyProvider(stored.providerId);
  const before = stored.config ?? {};
  const shown = shownSettings(stored.providerId);
  // Settings that stay keep their places, so that the same change again changes nothing.
  const kept = Object.entries(before).filter(
    ([name]) => !shown.has(name) || sent.config?.[name] !== undefined,
  );
  const given = Object.entries(sent.config ?? {}).flatMap(([name, values]) => {
    if (!shown.has(name)) return [];
    return [[name, values[0] === MASKED_SECRET ? (before[name] ?? []) : values] as const];
  });
  const config: Record<string, string[]> = Object.fromEntries([...kept, ...given]);
  const reshaped = (provider?.shapes ?? []).some(
    (name) => setting(config, name) !== undefined && setting(config, name) !== setting(before, name),
  );
  return { component: { ...stored, name: sent.name ?? stored.name ?? stored.providerId, config }, reshaped };
}

/** Why no key can be generated from a component's settings; undefined if valid or unsupported. */
export function findKeyFault(component: ComponentRepresentation): string | undefined {
  const provider = findKeyProvider(component.providerId);
  try {
    if (provider !== undefined) checkSettings(provider, component.config ?? {});
    return undefined;
  } catch (error) {
    if (error instanceof KeyComponentError) return error.message;
    throw error;
  }
}

/**
 * Returns the component's provider; undefined if nothing needs it.
 * @throws {KeyComponentError} naming the invalid setting.
 */
export function checkKeyComponent(component: ComponentRepresentation): KeyProvider | undefined {
  const provider = findKeyProvider(component.providerId);
  if (findUnusedKeySettings(component.providerId) !== undefined) {
    checkValues(component.config ?? {});
    return undefined;
  }
  if (provider === undefined) throw refuseProvider(component.providerId);
  checkSettings(provider, component.config ?? {});
  return provider;
}
