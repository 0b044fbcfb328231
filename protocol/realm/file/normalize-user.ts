// Fills in a user for storage: lower-case names, identifiers, defaults, hashed passwords.
import type { Clock } from '#protocol/clock.ts';
import type {
  CredentialRepresentation,
  UserRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { hashPlainPasswords } from './plain-passwords.ts';
import { RealmFileError } from './realm-file-error.ts';

/**
 * The user as it is stored, with plain passwords hashed. The default role is added only with
 * `grantDefaultRole`: an imported user has exactly the roles in the file.
 * @throws {RealmFileError} when there is no username.
 */
export function normalizeUser(
  realm: StoredRealm,
  user: UserRepresentation,
  clock: Clock,
  options: { readonly grantDefaultRole: boolean },
): StoredUser {
  const username = user.username?.trim().toLowerCase() ?? '';
  if (username === '') throw new RealmFileError('username', 'is missing', 'Give the user a username.');
  const stored: StoredUser = hashPlainPasswords({
    ...user,
    id: user.id || createUuid(),
    username,
    ...(user.email === undefined ? {} : { email: user.email.trim().toLowerCase() }),
    emailVerified: user.emailVerified ?? false,
    enabled: user.enabled ?? true,
    createdTimestamp: user.createdTimestamp ?? clock.now(),
    ...(user.credentials === undefined
      ? {}
      : { credentials: user.credentials.map((credential) => withId(credential, clock)) }),
  });
  const defaultRole = options.grantDefaultRole ? realm.defaultRole?.name : undefined;
  if (defaultRole === undefined) return stored;
  return { ...stored, realmRoles: [...new Set([...(user.realmRoles ?? []), defaultRole])] };
}

function withId(credential: CredentialRepresentation, clock: Clock): CredentialRepresentation {
  const { id = createUuid(), type = 'password', createdDate = clock.now() } = credential;
  return { ...credential, id, type, createdDate };
}
