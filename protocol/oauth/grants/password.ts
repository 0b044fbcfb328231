// The resource owner password credentials grant: username and password become tokens of a new session.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import { createSession } from '#protocol/realm/sessions/sessions.ts';
import type { BruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import { type SignInProblem, signInByPassword } from '#protocol/realm/users/check-password.ts';
import type { PasswordChecker } from '#protocol/realm/users/credentials.ts';
import type { OneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import { resolveRequestedScopes, storedScopeText } from '#protocol/realm/view/scopes.ts';
import type { Store, StoredUser, UserSession } from '#protocol/store/store.ts';
import { defineGrant, type Grant, type GrantContext } from './grant.ts';
import {
  type PasswordRefusal,
  recordPasswordRefusal,
  recordPasswordRun,
  runPasswordFlow,
} from './password-flow.ts';

interface Input {
  readonly username: string;
  readonly password: string;
  readonly scope: string | undefined;
  /** One-time code. */
  readonly totp: string;
}

const SECTION = 'RFC 6749 §4.3.2';

/** Error descriptions for the client; a locked account looks like a wrong password. */
const DESCRIPTIONS: Readonly<Record<SignInProblem['kind'], string>> = {
  locked: 'Invalid user credentials',
  'wrong credentials': 'Invalid user credentials',
  disabled: 'Account disabled',
  'required action': 'Account is not fully set up',
  denied: 'Access denied',
};

export interface PasswordGrantDeps {
  readonly store: Pick<Store, 'sessions' | 'users'>;
  readonly passwords: PasswordChecker;
  readonly bruteForce: BruteForceDetection;
  readonly oneTimeCodes: OneTimeCodes;
}

/** RFC 6749 §4.3. */
export function createPasswordGrant(deps: PasswordGrantDeps): Grant {
  return defineGrant<Input>({
    type: 'password',
    section: SECTION,
    parameters: ['username', 'password', 'totp', 'scope'],
    tokenIdPrefix: 'ro',
    offlineSession: 'instead',
    checkAllowed(client) {
      if (!client.directAccessGrants) {
        throw new OAuthError('unauthorized_client', {
          description: 'Client not allowed for direct access grants',
          remedy: fixable({ kind: 'allow-direct-access', client: client.clientId }),
          section: SECTION,
        });
      }
      if (client.consentRequired) {
        throw new OAuthError('invalid_client', {
          status: 400,
          description: 'Client requires user consent',
          remedy: fixable(
            { kind: 'clear-consent', client: client.clientId },
            `Set consentRequired of client ${client.clientId} to false; this grant cannot ask for consent.`,
          ),
          section: SECTION,
        });
      }
    },
    parse: (form) => ({
      username: form.get('username') ?? '',
      password: form.get('password') ?? '',
      scope: form.get('scope'),
      totp: form.get('totp') ?? form.get('otp') ?? '',
    }),
    async authorize(input, context) {
      const { scopes, openid } = resolveRequestedScopes(context.realm, context.client, input.scope);
      const user = await signIn(input, context, deps);
      const session = beginSession(user, storedScopeText(scopes, openid), context);
      await deps.store.sessions.create(session);
      return {
        user,
        session,
        scopes,
        openid,
        authTime: Math.floor(session.authenticatedAt / 1000),
        acr: '1',
        refreshable: true,
      };
    },
  });
}

function beginSession(user: StoredUser, scope: string, context: GrantContext): UserSession {
  const { realm, client, clock, remoteAddress: ipAddress, flow } = context;
  const now = clock.now();
  const part = { clientUuid: client.id, startedAt: now, lastRefreshAt: now, scope };
  return createSession(realm, { user, now, ipAddress, flow, part });
}

async function signIn(input: Input, context: GrantContext, deps: PasswordGrantDeps): Promise<StoredUser> {
  const { scope } = input;
  if (input.username === '') {
    await recordPasswordRefusal(context, scope, undefined, NO_USERNAME);
    throw new OAuthError('invalid_request', {
      status: 401,
      description: 'Missing parameter: username',
      remedy: 'Send username and password.',
      section: SECTION,
    });
  }
  let isRecorded = false;
  // What the realm's flow requires beside the password, which is always checked. Choice:
  // docs/differences-to-keycloak.md, "Authentication flows".
  const check = await signInByPassword(context, input, deps, async (found) => {
    const run = await runPasswordFlow(context, scope, found, async (ask) =>
      ask === 'direct-otp' ? checkCode(input, found, context, deps) : undefined,
    );
    isRecorded = isUserEnabled(found) || run.problem !== undefined;
    if (isRecorded) await recordPasswordRun(context, found, run, NO_CODE);
    return run.problem;
  });
  if ('user' in check) return check.user;
  const { problem, named } = check;
  if (!isRecorded) await recordPasswordRefusal(context, scope, named, findRefusal(problem, named));
  const { kind, reason, remedy, userEventError, description } = problem;
  throw new OAuthError('invalid_grant', {
    description: description ?? DESCRIPTIONS[kind],
    reason,
    remedy,
    section: SECTION,
    userEventError,
  });
}

const NO_USERNAME: PasswordRefusal = { ask: 'direct-username', why: 'no username was sent' };
const NO_CODE = 'no valid one-time code was sent';

/** Compat: Keycloak checks whether the account is locked or disabled with the name. */
function findRefusal({ kind }: SignInProblem, user: StoredUser | undefined): PasswordRefusal {
  if (user === undefined) return { ask: 'direct-username', why: 'there is no such user' };
  if (kind === 'locked')
    return { ask: 'direct-username', why: `brute-force detection refuses ${user.username}` };
  if (kind === 'disabled') return { ask: 'direct-username', why: `${user.username} is disabled` };
  return { ask: 'direct-password', why: `the password is not that of ${user.username}` };
}

async function checkCode(
  { totp }: Input,
  user: StoredUser,
  { realm, clock }: GrantContext,
  { oneTimeCodes }: PasswordGrantDeps,
): Promise<SignInProblem | undefined> {
  const check = await oneTimeCodes.check(realm, user, totp.trim(), clock.now());
  if (check === 'right') return undefined;
  const reason = describeCode(user.username, totp, check === 'wrong');
  const remedy = `Send the code as totp, or remove the credential of type otp from user ${user.username}.`;
  return { kind: 'wrong credentials', reason, remedy, userEventError: 'invalid_user_credentials' };
}

function describeCode(username: string, totp: string, isWrong: boolean): string {
  if (totp === '') return `User ${username} has a one-time code credential, and totp is missing.`;
  return isWrong
    ? `totp is not a one-time code of user ${username}.`
    : `The one-time code of user ${username} was already used.`;
}
