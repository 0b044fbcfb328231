// Checking passwords: plain ones of fresh realm files, hashes of exports; the slow part is paid once per user and process.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import { ONE_CLICK_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import { hashPassword, verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { Realm } from './realm.ts';

/** Checks passwords. */
export interface PasswordChecker {
  /** Whether the password is the user's. An unknown user (undefined) is answered as fast as a wrong plain password; a wrong password costs a hash where the user has one. */
  check(realm: Realm, user: StoredUser | undefined, password: string): Promise<boolean>;
}

/** What the checker works with. */
export interface PasswordCheckerDeps {
  readonly users: UserStore;
  readonly log: Logger;
}

/** How many users' digests are remembered at most; the oldest go first. */
const REMEMBERED_USERS = 100_000;

/** The user's password credential. */
export function passwordCredential(user: StoredUser): CredentialRepresentation | undefined {
  return user.credentials?.find(
    (credential) => credential.type === undefined || credential.type === 'password',
  );
}

/** Whether a password of the user is known, plain or hashed. */
export function hasPassword(user: StoredUser): boolean {
  return passwordCredential(user) !== undefined;
}

/** Digests of passwords that were right, by credential; keyed, so that they mean nothing outside this process. */
class RightPasswords {
  readonly #key = randomBytes(32);
  readonly #digests = new Map<string, Buffer>();

  #digest(credential: CredentialRepresentation, password: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(credential.secretData ?? '')
      .update('\0')
      .update(password)
      .digest();
  }

  has(userId: string, credential: CredentialRepresentation, password: string): boolean {
    const known = this.#digests.get(userId);
    return known !== undefined && timingSafeEqual(known, this.#digest(credential, password));
  }

  remember(userId: string, credential: CredentialRepresentation, password: string): void {
    this.#digests.delete(userId);
    this.#digests.set(userId, this.#digest(credential, password));
    const oldest = this.#digests.keys().next();
    if (this.#digests.size > REMEMBERED_USERS && !oldest.done) this.#digests.delete(oldest.value);
  }
}

/** Makes the checker. */
export function createPasswordChecker({ users, log }: PasswordCheckerDeps): PasswordChecker {
  const right = new RightPasswords();
  // Users whose password is being hashed: two sign-ins at once are one hash.
  const hashing = new Set<string>();
  return {
    async check(realm, user, password) {
      const credential = user === undefined ? undefined : passwordCredential(user);
      if (user === undefined || credential === undefined) {
        equalsInConstantTime(password, 'nobody');
        return false;
      }
      if (credential.value === undefined) return fitsHash(right, user, credential, password);
      const fits = password !== '' && equalsInConstantTime(password, credential.value);
      if (fits) hashInBackground(realm, user, password, { users, log, hashing });
      return fits;
    },
  };
}

async function fitsHash(
  right: RightPasswords,
  user: StoredUser,
  credential: CredentialRepresentation,
  password: string,
): Promise<boolean> {
  if (right.has(user.id, credential, password)) return true;
  const fits = await verifyPasswordHash(password, credential);
  if (fits) right.remember(user.id, credential, password);
  return fits;
}

/**
 * Puts a hash in the plain password's place. The sign-in does not wait for it. A realm with one-click sign-in keeps its plain passwords, for its
 * users are shown with them.
 */
function hashInBackground(
  realm: Realm,
  user: StoredUser,
  password: string,
  { users, log, hashing }: PasswordCheckerDeps & { readonly hashing: Set<string> },
): void {
  const id = `${realm.id} ${user.id}`;
  if (realm.attributes[ONE_CLICK_ATTRIBUTE] === 'true' || hashing.has(id)) return;
  hashing.add(id);
  hashPassword(password, user.createdTimestamp ?? 0)
    .then((hashed) => users.update(realm.id, user.id, (current) => withHash(current, password, hashed)))
    .catch((error: unknown) =>
      log.error('A password stays unhashed', { realm: realm.name, username: user.username }, error),
    )
    .finally(() => hashing.delete(id));
}

/** The user with the hash, unless the password was changed meanwhile. */
function withHash(user: StoredUser, password: string, hashed: CredentialRepresentation): StoredUser {
  const replaced = user.credentials?.map((credential) => {
    if (credential.value !== password) return credential;
    const { value: _plain, temporary: _temporary, ...rest } = credential;
    return { ...rest, ...hashed, id: credential.id ?? hashed.id ?? '' };
  });
  return replaced === undefined ? user : { ...user, credentials: replaced };
}
