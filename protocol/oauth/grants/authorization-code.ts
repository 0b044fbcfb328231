// The authorization code grant: a single-use code becomes tokens of the session it was issued in.

import { refusing } from '#protocol/errors/oauth-error.ts';
import { fixable, secondsNeeded } from '#protocol/errors/remedy.ts';
import { offlineSessionId } from '#protocol/realm/sessions/offline-sessions.ts';
import { isSessionActive } from '#protocol/realm/sessions/sessions.ts';
import { checkConsent } from '#protocol/realm/users/consents.ts';
import { resolveScopes } from '#protocol/realm/view/scopes.ts';
import type { SessionStore, Store, UserSession } from '#protocol/store/store.ts';
import { type AuthorizationCode, type AuthorizationCodes, sessionIdOf } from '../authorization-code.ts';
import { requireParameter } from '../check-form.ts';
import { detachClient } from '../detach-client.ts';
import { checkBoundKey } from './bound-key.ts';
import { checkGrantUser } from './check-user.ts';
import { checkVerifier } from './check-verifier.ts';
import { defineGrant, type Grant, type GrantContext } from './grant.ts';

interface Input {
  readonly code: string;
  readonly redirectUri: string | undefined;
  readonly verifier: string | undefined;
}

const refuse = refusing('invalid_grant', { section: 'RFC 6749 §4.1.3' });

export interface AuthorizationCodeGrantDeps {
  readonly codes: AuthorizationCodes;
  readonly store: Pick<Store, 'sessions' | 'findSession'>;
}

/** RFC 6749 §4.1.3. */
export function createAuthorizationCodeGrant(deps: AuthorizationCodeGrantDeps): Grant {
  return defineGrant<Input>({
    type: 'authorization_code',
    section: 'RFC 6749 §4.1.3',
    parameters: ['code', 'redirect_uri', 'code_verifier'],
    tokenIdPrefix: 'ac',
    offlineSession: 'beside',
    keepsAdapterSession: true,
    checkAllowed: () => undefined,
    parse(form) {
      const missing = { remedy: 'Send the code from the redirect.', section: 'RFC 6749 §4.1.3' };
      const code = requireParameter(form, 'code', missing);
      return { code, redirectUri: form.get('redirect_uri'), verifier: form.get('code_verifier') };
    },
    async authorize(input, context) {
      // Together, because a database then answers both at once.
      const [code, { session, user: found }] = await Promise.all([
        takeCode(input, context, deps),
        deps.store.findSession(context.realm.id, sessionIdOf(input.code)),
      ]);
      context.joinFlow(code.flow);
      if (session === undefined)
        throw refuse('User session not found', 'The session of the sign-in has ended.', 'Sign in again.');
      const user = checkGrantUser(found);
      checkBinding(input, code, context);
      checkSession(session, context);
      context.recordPkce(code.codeChallenge?.method);
      checkVerifier(input.verifier, code.codeChallenge);
      checkBoundKey(code.dpopJkt, context.confirmation, 'the code');
      const { scopes, openid } = resolveScopes(context.client, code.scope);
      checkConsent(user, context.client, scopes);
      return {
        user,
        session,
        scopes,
        openid,
        nonce: code.nonce,
        claimsRequest: code.claimsRequest,
        authTime: Math.floor(code.authenticatedAt / 1000),
        acr: code.acr,
        refreshable: true,
      };
    },
  });
}

/** Consumes the code before any other check, so a failed exchange invalidates it (RFC 6749 §10.5). */
async function takeCode(
  { code: text }: Input,
  { realm, clock }: GrantContext,
  { codes, store }: AuthorizationCodeGrantDeps,
): Promise<AuthorizationCode> {
  const now = clock.now();
  const taken = await codes.consume(realm.id, text, now);
  if (taken.state === 'unknown') {
    throw refuse(
      'Code not valid',
      'There is no such code: it was never issued, or expired long ago.',
      'Start again at the authorization endpoint.',
    );
  }
  if (taken.state === 'used') {
    await revokeIssuedTokens(store.sessions, realm.id, taken.value);
    const lost = 'the tokens from its first use are revoked';
    throw refuse(
      'Code not valid',
      `The code was already used; ${lost}.`,
      'Use each code once; check whether the application sends a second token request.',
      { section: 'RFC 6749 §4.1.2' },
    );
  }
  if (now < taken.value.expiresAt) return taken.value;
  throw refuse(
    'Code is expired',
    `The code was valid for ${realm.lifespans.accessCode} seconds.`,
    fixable(
      {
        kind: 'raise-code-lifespan',
        realm: realm.name,
        seconds: secondsNeeded(realm.lifespans.accessCode, taken.value.expiresAt, now),
      },
      `Redeem it sooner, or raise accessCodeLifespan of realm ${realm.name}.`,
    ),
    { section: 'RFC 6749 §4.1.2' },
  );
}

async function revokeIssuedTokens(
  sessions: SessionStore,
  realmId: string,
  code: AuthorizationCode,
): Promise<void> {
  for (const id of [code.sessionId, offlineSessionId(code.sessionId)])
    await detachClient(sessions, { realmId, id }, code.clientUuid);
}

function checkBinding(
  { redirectUri }: Input,
  code: AuthorizationCode,
  { client, realm }: GrantContext,
): void {
  if (code.redirectUri !== undefined && code.redirectUri !== redirectUri) {
    const sent = redirectUri === undefined ? 'none' : `"${redirectUri}"`;
    throw refuse(
      'Incorrect redirect_uri',
      `The authorization request had redirect_uri "${code.redirectUri}", the token request has ${sent}.`,
      'Send the same redirect_uri, byte for byte.',
    );
  }
  if (code.clientUuid !== client.id) {
    const other = realm.clientsById.get(code.clientUuid)?.clientId ?? 'a removed client';
    throw refuse(
      'Auth error: Found different client_id in clientSession',
      `The code was issued to ${other}, not to ${client.clientId}.`,
      `Redeem it as ${other}.`,
    );
  }
  if (!client.standardFlow) {
    throw refuse(
      'Client not allowed to exchange code',
      `The standard flow of client ${client.clientId} was turned off after the sign-in.`,
      fixable({ kind: 'allow-standard-flow', client: client.clientId }),
    );
  }
}

function checkSession(session: UserSession, { realm, client, clock }: GrantContext): void {
  if (isSessionActive(realm, session, clock.now()) && session.clients[client.id] !== undefined) return;
  throw refuse(
    'Session not active',
    'The session of the sign-in has ended.',
    `Sign in again, or raise ssoSessionIdleTimeout of realm ${realm.name}.`,
  );
}
