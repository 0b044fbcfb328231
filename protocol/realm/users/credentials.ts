// Checks passwords against imported and own hashes; the slow hash is computed once per user and process.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import { hashPassword, isProvisionalHash, verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';
import { type KnownPassword, upgradePassword } from './password-upgrades.ts';

export interface PasswordChecker {
  /**
   * Whether the password is the user's. A wrong password and an unknown user (undefined) both cost one hash,
   * so that the response time does not reveal which users exist.
   */
  check(realm: Realm, user: StoredUser | undefined, password: string): Promise<boolean>;
}

export interface PasswordCheckerDeps {
  readonly users: UserStore;
  readonly log: Logger;
  /** Whether hashes of a realm are written to disk, where they need the full cost. Default: of every realm. */
  readonly isOnDisk?: (realmId: string) => boolean;
}

/** Limit of remembered digests; the oldest are dropped first. */
const REMEMBERED_USERS = 100_000;

export function passwordCredential(user: StoredUser): CredentialRepresentation | undefined {
  return user.credentials?.find(
    (credential) => credential.type === undefined || credential.type === 'password',
  );
}

export function hasPassword(user: StoredUser): boolean {
  return passwordCredential(user) !== undefined;
}

/** Digests of correct passwords by user; keyed, so that they are useless outside this process. */
class VerifiedPasswords {
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

export function createPasswordChecker(deps: PasswordCheckerDeps): PasswordChecker {
  const verified = new VerifiedPasswords();
  // Users whose password is being hashed: concurrent sign-ins share one hash.
  const hashing = new Set<string>();
  let dummy: Promise<CredentialRepresentation> | undefined;
  return {
    async check(realm, user, password) {
      const credential = user === undefined ? undefined : passwordCredential(user);
      if (user === undefined || credential === undefined) {
        dummy ??= hashPassword(createRandomText(16), 0);
        await verifyPasswordHash(password, await dummy);
        return false;
      }
      if (verified.has(user.id, credential, password)) return true;
      if (!(await verifyPasswordHash(password, credential))) return false;
      onVerified({ ...deps, realm, verified, hashing }, { user, credential, password });
      return true;
    },
  };
}

interface UpgradeContext extends PasswordCheckerDeps {
  readonly realm: Realm;
  readonly verified: VerifiedPasswords;
  readonly hashing: Set<string>;
}

/** A provisional hash is replaced unless it never leaves the memory. */
function onVerified(context: UpgradeContext, known: KnownPassword): void {
  const { user, credential, password } = known;
  const isReplaced = isProvisionalHash(credential) && context.isOnDisk?.(context.realm.id) !== false;
  if (isReplaced) upgradeInBackground(context, known);
  else context.verified.remember(user.id, credential, password);
}

/** Replaces the provisional hash with one of full cost. The sign-in does not wait for it. */
function upgradeInBackground(
  { users, log, realm, verified, hashing }: UpgradeContext,
  known: KnownPassword,
): void {
  const { user, password } = known;
  const id = `${realm.id} ${user.id}`;
  if (hashing.has(id)) return;
  hashing.add(id);
  upgradePassword(users, realm.id, known)
    .then((upgraded) => {
      if (upgraded !== undefined) verified.remember(user.id, upgraded, password);
    })
    .catch((error: unknown) =>
      log.error(
        'The full hash of a password cannot be stored; it is computed again at the next sign-in',
        { realm: realm.name, username: user.username },
        error,
      ),
    )
    .finally(() => hashing.delete(id));
}
