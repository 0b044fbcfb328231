// Plain passwords in realm files. They are hashed before a user is stored, so they never reach the disk.
import type {
  CredentialRepresentation,
  UserRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { hashProvisionally } from '#protocol/crypto/password-hash.ts';
import type { StoredUser } from '#protocol/store/store.ts';

/** A plain password and the stored user it belongs to. Kept in memory only. */
export interface PlainPassword {
  readonly userId: string;
  /** The credential's id. */
  readonly credentialId: string;
  readonly password: string;
}

type PlainCredential = CredentialRepresentation & { readonly value: string };

function isPlain(credential: CredentialRepresentation): credential is PlainCredential {
  const { type = 'password', value = '' } = credential;
  return type === 'password' && value !== '';
}

function hashed(credential: CredentialRepresentation): CredentialRepresentation {
  if (!isPlain(credential)) return credential;
  const { value, temporary: _temporary, ...rest } = credential;
  return { ...rest, ...hashProvisionally(value) };
}

/** The user with a provisional hash in place of each plain password; the same object when there is none. */
export function hashPlainPasswords(user: StoredUser): StoredUser {
  if (user.credentials?.some(isPlain) !== true) return user;
  return { ...user, credentials: user.credentials.map(hashed) };
}

function hasCredentials(user: unknown): user is { readonly credentials: readonly unknown[] } {
  return (
    typeof user === 'object' && user !== null && 'credentials' in user && Array.isArray(user.credentials)
  );
}

/** The same for an entry of `federatedUsers`, which is kept but not used and may have any shape. */
export function hashKeptPasswords(user: unknown): unknown {
  if (!hasCredentials(user)) return user;
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
  const credentials = user.credentials.map((credential: unknown) => {
    if (typeof credential !== 'object' || credential === null) return credential;
    const known = credential as CredentialRepresentation;
    return isText(known.type) && isText(known.value) ? hashed(known) : credential;
  });
  return { ...user, credentials };
}

/** Plain passwords of the `given` users for the `stored` ones, in the same order; empty if more than `most`. */
export function listPlainPasswords(
  given: readonly UserRepresentation[],
  stored: readonly StoredUser[],
  most: number,
): readonly PlainPassword[] {
  const found: PlainPassword[] = [];
  for (const [index, { credentials = [] }] of given.entries()) {
    for (const [position, credential] of credentials.entries()) {
      const { id: userId, credentials: own } = stored[index] ?? {};
      const credentialId = own?.[position]?.id;
      if (!isPlain(credential) || userId === undefined || credentialId === undefined) continue;
      if (found.length === most) return [];
      found.push({ userId, credentialId, password: credential.value });
    }
  }
  return found;
}
