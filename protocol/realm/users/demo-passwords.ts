// Passwords that Overview may show: those from realm files with one-click sign-in that are still valid.
import type {
  CredentialRepresentation,
  RealmRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { ONE_CLICK_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { remember } from '../view/remember.ts';
import { passwordCredential } from './credentials.ts';

/** At most this many users are offered for one-click sign-in. */
export const MAX_NAMED_USERS = 12;

/** Passwords from realm files, in memory only. */
export interface DemoPasswords {
  /** Remembers the passwords in a realm file, valid or not, if its realm has one-click sign-in. */
  learn(file: RealmRepresentation): void;
  /** A clone has the passwords of its template. */
  copy(fromRealm: string, toRealm: string): void;
  forget(realmName: string): void;
  /** The user's password, if a realm file contained it and it has not been changed. */
  find(realmName: string, user: StoredUser): Promise<string | undefined>;
}

/** `value` as a list of objects; the file has not been validated yet. */
function objects(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item) => typeof item === 'object' && item !== null);
}

function plainPasswordOf(user: Readonly<Record<string, unknown>>): string | undefined {
  for (const { type = 'password', value } of objects(user['credentials']))
    if (type === 'password' && typeof value === 'string' && value !== '') return value;
  return undefined;
}

/** Passwords by username, of the first {@link MAX_NAMED_USERS} enabled users. */
function passwordsOf(file: RealmRepresentation): ReadonlyMap<string, string> {
  const known = objects(file.users).flatMap((user): [string, string][] => {
    const { username } = user;
    const password = plainPasswordOf(user);
    if (typeof username !== 'string' || password === undefined || user['enabled'] === false) return [];
    return [[username.trim().toLowerCase(), password]];
  });
  known.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  return new Map(known.slice(0, MAX_NAMED_USERS));
}

/**
 * `readDemoRealm` reads the built-in demo realm, once, at the first lookup in an unknown realm. `originOf` gives the
 * realm that a clone of another server was made from.
 */
export function createDemoPasswords(
  readDemoRealm: () => Promise<RealmRepresentation | undefined>,
  originOf: (realmName: string) => string | undefined = () => undefined,
): DemoPasswords {
  const byRealm = new Map<string, ReadonlyMap<string, string>>();
  const checks = new WeakMap<CredentialRepresentation, Promise<boolean>>();
  let demoRead: Promise<void> | undefined;

  function learn(file: RealmRepresentation): void {
    if (file.attributes?.[ONE_CLICK_ATTRIBUTE] === 'true') byRealm.set(file.realm, passwordsOf(file));
  }

  async function learnDemoRealm(): Promise<void> {
    const file = await readDemoRealm();
    if (file !== undefined && !byRealm.has(file.realm)) learn(file);
  }

  return {
    learn,
    copy(fromRealm, toRealm) {
      const passwords = byRealm.get(fromRealm);
      if (passwords !== undefined) byRealm.set(toRealm, passwords);
    },
    forget(realmName) {
      byRealm.delete(realmName);
    },
    async find(realmName, user) {
      if (!byRealm.has(realmName)) {
        demoRead ??= learnDemoRealm();
        await demoRead;
      }
      const known = byRealm.get(realmName) ?? byRealm.get(originOf(realmName) ?? '');
      const password = known?.get(user.username);
      const credential = passwordCredential(user);
      if (password === undefined || credential === undefined) return undefined;
      const isStillRight = await remember(checks, credential, () => verifyPasswordHash(password, credential));
      return isStillRight ? password : undefined;
    },
  };
}
