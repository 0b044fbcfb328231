// Signing in by HTTP's own Basic authentication: a password is looked at, a session begins, no page is shown.
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { acrOf, reachedLevel } from '#protocol/login/levels.ts';
import { type BruteForceDetection, explainLock } from '#protocol/realm/brute-force.ts';
import type { PasswordChecker } from '#protocol/realm/credentials.ts';
import type { Client } from '#protocol/realm/realm.ts';
import { pendingActions } from '#protocol/realm/required-actions.ts';
import { findUserForSignIn, isServiceAccount, isUserEnabled } from '#protocol/realm/users.ts';
import type { Store, StoredUser, UserSession } from '#protocol/store/store.ts';
import type { SignedInPerson } from './saml-sign-in.ts';

/** What sign-ins work with. */
export interface BasicSignInDeps {
  readonly store: Pick<Store, 'users' | 'sessions'>;
  readonly passwords: PasswordChecker;
  readonly bruteForce: BruteForceDetection;
}

/** User name and password. */
export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/** Signs people in. */
export interface BasicSignIn {
  /** Begins a session, saved. @throws {SamlStatusError} `authn_failed`; `no_passive` when the person must do something first. */
  signIn(exchange: RealmExchange, client: Client, credentials: BasicCredentials): Promise<SignedInPerson>;
}

const SECTION = 'SAML Profiles §4.2.3.3';

/** The credentials of a header; undefined when it is absent, not Basic, or malformed. RFC 7617 §2. */
export function parseBasic(header: string | undefined): BasicCredentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Makes them. */
export function createBasicSignIn(deps: BasicSignInDeps): BasicSignIn {
  return {
    async signIn(exchange, client, credentials) {
      const user = await checkPassword(deps, exchange, credentials);
      checkAccount(exchange, user);
      deps.bruteForce.recordSuccess(exchange.realm.id, user.id);
      const session = beginSession(exchange, user);
      deps.store.sessions.save(session);
      exchange.activity.passed('check-password', `${user.username} signed in by HTTP Basic.`, SECTION);
      const levels = session.levels ?? {};
      return {
        user,
        session,
        acr: acrOf(exchange.realm, client, levels, true),
        level: reachedLevel(levels),
      };
    },
  };
}

async function checkPassword(
  { store, passwords, bruteForce }: BasicSignInDeps,
  exchange: RealmExchange,
  { username, password }: BasicCredentials,
): Promise<StoredUser> {
  const { realm } = exchange;
  const found = await findUserForSignIn(store.users, realm, username);
  const user = found === undefined || isServiceAccount(found) ? undefined : found;
  const lock = bruteForce.findLock(exchange, user);
  if (user !== undefined && lock !== undefined) {
    const { reason, remedy } = explainLock(exchange, user, lock, { code: 'access_denied', description: '' });
    throw refuse(reason, remedy ?? '');
  }
  // Checked for an unknown user, too, so that the time does not tell who exists.
  const passes = await passwords.check(realm, user, password);
  if (user !== undefined && passes) return user;
  await bruteForce.recordFailure(exchange, user);
  if (user === undefined)
    throw refuse(
      `There is no user "${username}" in realm ${realm.name}.`,
      'Create the user, or check the realm.',
    );
  throw refuse(
    `The password is not that of user ${user.username}.`,
    `Set the password of user ${user.username}, or send the right one.`,
  );
}

function checkAccount({ realm, clock }: RealmExchange, user: StoredUser): void {
  if (!isUserEnabled(user))
    throw refuse(`User ${user.username} is disabled.`, `Set enabled of user ${user.username} to true.`);
  const [action] = pendingActions(realm, user, clock.now());
  if (action === undefined) return;
  throw new SamlStatusError('no_passive', {
    reason: `User ${user.username} must do ${action} first, on a page.`,
    remedy: `Take ${action} from requiredActions of user ${user.username}, or let the user sign in by browser.`,
    section: SECTION,
  });
}

function refuse(reason: string, remedy: string): SamlStatusError {
  return new SamlStatusError('authn_failed', { reason, remedy, section: SECTION });
}

function beginSession(
  { realm, clock, remoteAddress, activity }: RealmExchange,
  user: StoredUser,
): UserSession {
  const now = clock.now();
  return {
    id: createUuid(),
    realmId: realm.id,
    userId: user.id,
    username: user.username,
    offline: false,
    startedAt: now,
    lastAccessAt: now,
    authenticatedAt: now,
    levels: { 1: now },
    rememberMe: false,
    ipAddress: remoteAddress,
    flow: activity.flow,
    clients: {},
  };
}
