// The CIBA grant: the client polls until the authentication entity has answered.

import type { FixWire } from '#protocol/contract/fixes.ts';
import { refusing } from '#protocol/errors/oauth-error.ts';
import { fixable, secondsNeeded } from '#protocol/errors/remedy.ts';
import { requireParameter } from '#protocol/oauth/check-form.ts';
import { defineGrant, type Grant, type GrantContext } from '#protocol/oauth/grants/grant.ts';
import { isPollingCode } from '#protocol/realm/pending-approvals.ts';
import { createSession } from '#protocol/realm/sessions/sessions.ts';
import { type BruteForceDetection, explainLock } from '#protocol/realm/users/brute-force.ts';
import { withConsent } from '#protocol/realm/users/consents.ts';
import { pendingActions } from '#protocol/realm/users/required-actions.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import { acrOfLevel, findAcrLevel, PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import { allowsCiba, CIBA_GRANT, cibaPolicy } from '#protocol/realm/view/ciba-policy.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { restoreScopes } from '#protocol/realm/view/scopes.ts';
import type { Store, StoredUser, UserSession } from '#protocol/store/store.ts';
import type {
  AuthenticationRequest,
  AuthenticationRequests,
  EntityApproval,
} from './authentication-requests.ts';

interface Input {
  readonly authReqId: string;
}

const SECTION = 'CIBA §11';

const refuse = refusing('invalid_grant', { section: SECTION, status: 400 });

export interface CibaGrantDeps {
  readonly store: Pick<Store, 'sessions' | 'users'>;
  readonly authenticationRequests: AuthenticationRequests;
  readonly bruteForce: BruteForceDetection;
}

/** CIBA §10.1. */
export function createCibaGrant(deps: CibaGrantDeps): Grant {
  return defineGrant<Input>({
    type: CIBA_GRANT,
    section: 'CIBA §10.1',
    parameters: ['auth_req_id'],
    tokenIdPrefix: 'ci',
    offlineSession: 'beside',
    keepsAdapterSession: true,
    checkAllowed(client) {
      if (allowsCiba(client)) return;
      const setting = `oidc.ciba.grant.enabled of client ${client.clientId}`;
      throw refuse(
        'Client not allowed OIDC CIBA Grant',
        `CIBA is off: ${setting} is not true.`,
        fixable({ kind: 'allow-ciba', client: client.clientId }),
      );
    },
    parse(form) {
      const remedy = 'Send the auth_req_id of the answer to the authentication request.';
      return { authReqId: requireParameter(form, 'auth_req_id', { remedy, section: 'CIBA §10.1' }) };
    },
    async authorize(input, context) {
      const { realm, client } = context;
      const request = await findRequest(input, context, deps);
      context.joinFlow(request.flow);
      const approval = await poll(request, context, deps);
      const user = await findUser(request, context, deps);
      const { scopes, openid } = restoreScopes(client, request.scope);
      if (client.consentRequired) {
        const { answeredAt } = approval;
        await deps.store.users.update(realm.id, user.id, (known) =>
          withConsent(known, client, scopes, answeredAt),
        );
      }
      const session = beginSession(request, approval, user, context);
      await deps.store.sessions.create(session);
      return {
        user,
        session,
        scopes,
        openid,
        nonce: request.nonce,
        claimsRequest: request.claimsRequest,
        authTime: Math.floor(approval.answeredAt / 1000),
        acr: reachedAcr(request, context),
        refreshable: true,
        notes: approval.notes,
      };
    },
  });
}

/** A poll by another client is refused before it is counted, so it cannot slow down the right client. */
async function findRequest(
  { authReqId }: Input,
  { realm, client, clock }: GrantContext,
  { authenticationRequests }: CibaGrantDeps,
): Promise<AuthenticationRequest> {
  const remedy = 'Send a new authentication request.';
  if (!isPollingCode(authReqId))
    throw refuse(
      'Invalid Auth Req ID',
      'auth_req_id was not issued by this server: its format is different.',
      remedy,
    );
  const request = await authenticationRequests.findByPollingCode(realm.id, authReqId, clock.now());
  if (request === undefined) {
    throw refuse(
      'Invalid auth_req_id',
      'There is no such request: it was never sent, expired long ago, or was answered twice.',
      remedy,
    );
  }
  if (request.clientUuid === client.id) return request;
  const other = realm.clientsById.get(request.clientUuid)?.clientId ?? 'a removed client';
  throw refuse(
    'unauthorized client',
    `The auth_req_id was issued to ${other}, not to ${client.clientId}.`,
    `Poll as ${other}.`,
  );
}

/** Compat: an expired request is reported first, then an early poll, then the result. */
async function poll(
  request: AuthenticationRequest,
  { realm, client, clock }: GrantContext,
  { authenticationRequests }: CibaGrantDeps,
): Promise<EntityApproval> {
  const result = await authenticationRequests.poll(request, clock.now());
  switch (result.outcome) {
    case 'approved':
      return result.approval;
    case 'used':
      throw refuse(
        'Invalid auth_req_id',
        'The auth_req_id was already used; each returns tokens once.',
        'Send a new authentication request.',
      );
    case 'expired':
      throw refuse(
        'authentication timed out',
        'The auth_req_id expired before the entity answered.',
        fixable(
          raiseExpiry(
            realm,
            client,
            secondsNeeded(cibaPolicy(realm, client).expiresInSeconds, request.expiresAt, clock.now()),
          ),
          `Send a new request, or raise attribute cibaExpiresIn of realm ${realm.name} or ciba.expires.in of client ${client.clientId}, now ${cibaPolicy(realm, client).expiresInSeconds} seconds.`,
        ),
        { code: 'expired_token' },
      );
    case 'slow_down':
      throw refuse(
        'too early to access',
        'The client polled before its interval ended.',
        `Wait longer between two polls, or lower attribute cibaInterval of realm ${realm.name} or ciba.interval of client ${client.clientId}, now ${request.intervalSeconds} seconds.`,
        { code: 'slow_down' },
      );
    case 'denied':
      throw refuse(
        'not authorized',
        'The authentication entity reported that the user is not authorized or denied the request.',
        'Send a new request, and approve the prompt.',
        { code: 'access_denied' },
      );
    case 'pending':
      throw refuse(
        "The authorization request is still pending as the end-user hasn't yet been authenticated.",
        'The authentication entity has not answered yet.',
        'Approve the prompt on the authentication device, and keep polling at the interval.',
        { code: 'authorization_pending' },
      );
  }
}

/** The client's own expiry overrides the realm's. */
function raiseExpiry(realm: Realm, client: Client, seconds: number): FixWire {
  return client.attributes['ciba.expires.in']
    ? { kind: 'raise-ciba-lifespan-of-client', client: client.clientId, seconds }
    : { kind: 'raise-ciba-lifespan', realm: realm.name, seconds };
}

async function findUser(
  { userId }: AuthenticationRequest,
  context: GrantContext,
  { store, bruteForce }: CibaGrantDeps,
): Promise<StoredUser> {
  const { realm, clock } = context;
  const user = await store.users.find(realm.id, userId);
  if (user === undefined)
    throw refuse('Could not identify user', 'The user was deleted.', 'Send a new request for another user.');
  if (!isUserEnabled(user))
    throw refuse(
      'User disabled',
      `User ${user.username} was disabled.`,
      fixable({ kind: 'enable-user', user: user.username }),
    );
  const lock = await bruteForce.findLock(context, user);
  if (lock !== undefined)
    throw explainLock(context, user, lock, { code: 'invalid_grant', description: 'User disabled' });
  const [action] = pendingActions(realm, user, clock.now());
  if (action === undefined) return user;
  throw refuse(
    'Account is not fully set up',
    `User ${user.username} has the required action ${action}.`,
    fixable(
      { kind: 'remove-required-action', user: user.username, value: action },
      `Remove ${action} from requiredActions of user ${user.username}, or let the user sign in by browser.`,
    ),
  );
}

/**
 * The first of `acr_values` that the realm knows, otherwise the level of a password. OIDC Core §2.
 * Choice: the entity is trusted to reach the requested level (docs/differences-to-keycloak.md, "Level of a
 * CIBA sign-in").
 */
function reachedAcr({ acrValues }: AuthenticationRequest, { realm, client }: GrantContext): string {
  const known = (acrValues ?? '')
    .split(' ')
    .find((value) => value !== '' && findAcrLevel(realm, client, value) !== undefined);
  return known ?? acrOfLevel(realm, client, PASSWORD_LEVEL);
}

function beginSession(
  request: AuthenticationRequest,
  { answeredAt }: EntityApproval,
  user: StoredUser,
  context: GrantContext,
): UserSession {
  const { realm, client, clock, remoteAddress: ipAddress } = context;
  const now = clock.now();
  const { scope, claimsRequest, flow } = request;
  const acr = reachedAcr(request, context);
  const part = { clientUuid: client.id, startedAt: now, lastRefreshAt: now, scope, acr, claimsRequest };
  return createSession(realm, { user, now, authenticatedAt: answeredAt, ipAddress, flow, part });
}
