// Validates the members that the store needs in the files of a data directory. Others are passed through.
import type { SessionChange } from '../memory/session-memory.ts';
import type { ClockSetting, RevokedTokens, StoredRealm, StoredUser, UserSession } from '../store.ts';

/** Content of `realm.json`: the realm and its position in the order of creation. */
export interface RealmFile {
  readonly order: number;
  readonly realm: StoredRealm;
  /** The user pages contain no plain passwords. Absent in files of earlier versions. */
  readonly passwords?: 'hashed';
}

type Members = Readonly<Record<string, unknown>>;

function checkObject(value: unknown, what: string): asserts value is Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${what} is not an object`);
}

function checkTexts(value: unknown, what: string, members: readonly string[]): asserts value is Members {
  checkObject(value, what);
  for (const member of members) {
    if (typeof value[member] !== 'string' || value[member] === '')
      throw new TypeError(`${what} has no ${member}`);
  }
}

function checkNumber(value: unknown, what: string): asserts value is number {
  if (typeof value !== 'number') throw new TypeError(`${what} is not a number`);
}

/** @throws {TypeError} naming the member that is wrong. */
export function checkRealmFile(value: unknown): asserts value is RealmFile {
  checkObject(value, 'the content');
  checkNumber(value['order'], 'order');
  checkTexts(value['realm'], 'realm', ['id', 'realm']);
}

/** @throws {TypeError} naming the member that is wrong. */
export function checkUser(value: unknown): asserts value is StoredUser {
  checkTexts(value, 'a user', ['id', 'username']);
}

/** @throws {TypeError} naming the member that is wrong. */
export function checkSession(value: unknown): asserts value is UserSession {
  checkTexts(value, 'a session', ['id', 'realmId', 'userId']);
  for (const member of ['startedAt', 'lastAccessAt', 'authenticatedAt'])
    checkNumber(value[member], `a session's ${member}`);
  checkObject(value['clients'], "a session's clients");
}

/** @throws {TypeError} naming the member that is wrong. */
export function checkRevokedTokens(value: unknown): asserts value is RevokedTokens {
  checkObject(value, 'the content');
  for (const expiresAt of Object.values(value)) checkNumber(expiresAt, 'an expiry');
}

/** Content of `clock.json`. @throws {TypeError} naming the member that is wrong. */
export function checkClockSetting(value: unknown): asserts value is ClockSetting {
  checkObject(value, 'the content');
  const { offsetMs, frozenAt } = value;
  const given = [offsetMs, frozenAt].filter((member) => member !== undefined);
  if (given.length !== 1) throw new TypeError('it needs either offsetMs or frozenAt');
  checkNumber(given[0], offsetMs === undefined ? 'frozenAt' : 'offsetMs');
}

/** A line of the journal. @throws {TypeError} naming the member that is wrong. */
export function checkSessionChange(value: unknown): asserts value is SessionChange {
  checkObject(value, 'a change');
  const { save, remove, revoke } = value;
  if (save !== undefined) checkSession(save);
  if (remove !== undefined && typeof remove !== 'string') throw new TypeError('remove is not an id');
  if (revoke !== undefined) checkRevokedTokens(revoke);
}
