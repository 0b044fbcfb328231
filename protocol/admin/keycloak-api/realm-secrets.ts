// Masks secrets in a realm's settings and components, and restores them when a mask is sent back.
import { DEVICE_KEY_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { isVaultName, SECRET_MEMBERS } from '#protocol/realm/export/secret-members.ts';

/** The mask shown instead of a secret; sent back, it keeps the stored value. */
export const MASK = '**********';

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compat: the name of a secret in Keycloak's vault is no secret. */
function mask(value: unknown): unknown {
  if (typeof value === 'string') return isVaultName(value) ? value : MASK;
  return Array.isArray(value) ? value.map(mask) : value;
}

/** Masks all secrets in a value, at any depth. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_MEMBERS.has(name) ? mask(member) : maskSecrets(member),
    ]),
  );
}

/** Items of a list are identified by the first of these members that they have. */
const IDENTIFIERS = ['alias', 'id', 'name'] as const;

function sameItem(stored: readonly unknown[], given: unknown): unknown {
  const identifier = IDENTIFIERS.find((name) => isMembers(given) && given[name] !== undefined);
  if (identifier === undefined || !isMembers(given)) return undefined;
  return stored.find((item) => isMembers(item) && item[identifier] === given[identifier]);
}

function own(value: unknown, name: string): unknown {
  return isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A masked text, or the masked list of texts of a component. */
function isMask(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every((item) => item === MASK) : value === MASK;
}

/** Replaces each given mask with the stored secret; a mask without a stored secret is dropped. */
export function keepSecrets(stored: unknown, given: unknown): unknown {
  if (Array.isArray(given)) {
    const known: readonly unknown[] = Array.isArray(stored) ? stored : [];
    return given.map((item: unknown) => keepSecrets(sameItem(known, item), item));
  }
  if (!isMembers(given)) return given;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const before = own(stored, name);
      if (!SECRET_MEMBERS.has(name) || !isMask(value)) return [[name, keepSecrets(before, value)]];
      return before === undefined ? [] : [[name, before]];
    }),
  );
}

/** A realm's attributes without the key that answers its prompts. */
export function withoutDeviceKey(
  attributes: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  const { [DEVICE_KEY_ATTRIBUTE]: _key, ...shown } = attributes ?? {};
  return shown;
}
