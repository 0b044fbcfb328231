// The token exchange grant: a client exchanges an access token for its own, with fewer audiences.

import { OAuthError, refusing } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import { requestsOfflineAccess } from '#protocol/realm/sessions/offline-sessions.ts';
import { joinClient } from '#protocol/realm/sessions/sessions.ts';
import { hasConsented } from '#protocol/realm/users/consents.ts';
import { effectiveRoles, permittedScopes } from '#protocol/realm/view/roles.ts';
import { type ResolvedScopes, resolveRequestedScopes, storedScopeText } from '#protocol/realm/view/scopes.ts';
import type { Store, StoredUser, UserSession } from '#protocol/store/store.ts';
import { TOKEN_TYPES } from '#protocol/token/access-token.ts';
import type { TokenVerifier, VerifiedToken } from '#protocol/token/token-verifier.ts';
import { boundKeyOf } from './bound-key.ts';
import { defineGrant, type Grant, type GrantContext } from './grant.ts';

interface Input {
  readonly subjectToken: string;
  readonly subjectTokenType: string;
  readonly requestedTokenType: string;
  readonly audience: readonly string[];
  readonly scope: string | undefined;
  /** A parameter of Keycloak's legacy token exchange, if one was sent. */
  readonly foreign: string | undefined;
}

const SECTION = 'RFC 8693 §2.2.2';
const FOREIGN = ['requested_subject', 'requested_issuer', 'subject_issuer'];
const REFRESH_ATTRIBUTE = 'standard.token.exchange.enableRefreshRequestedTokenType';

const refuse = refusing('invalid_request', { section: SECTION, status: 400 });

export interface TokenExchangeGrantDeps {
  readonly store: Pick<Store, 'sessions'>;
  readonly verifier: TokenVerifier;
}

/** RFC 8693 §2. Compat: standard token exchange of Keycloak 26.2; `audience` only removes audiences. */
export function createTokenExchangeGrant(deps: TokenExchangeGrantDeps): Grant {
  return defineGrant<Input>({
    type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    section: 'RFC 8693 §2.1',
    parameters: ['subject_token', 'subject_token_type', 'requested_token_type', 'audience', 'scope'],
    tokenIdPrefix: 'te',
    offlineSession: 'none',
    repeatable: ['audience', 'resource'],
    checkAllowed: () => undefined,
    parse: (form) => ({
      subjectToken: form.get('subject_token') ?? '',
      subjectTokenType: form.get('subject_token_type') ?? '',
      requestedTokenType: form.get('requested_token_type') || TOKEN_TYPES.access,
      audience: [...new Set(form.all('audience').filter((name) => name !== ''))],
      scope: form.get('scope'),
      foreign: FOREIGN.find((name) => form.has(name)),
    }),
    async authorize(input, context) {
      checkRequest(input, context);
      const subject = await verifySubject(input.subjectToken, context, deps);
      checkClient(subject, context);
      checkAudience(input.audience, context);
      checkRequestedType(input.requestedTokenType, context);
      const { user } = subject;
      const resolved = resolve(input, user, context);
      const isRefresh = input.requestedTokenType === TOKEN_TYPES.refresh;
      const session = isRefresh ? await joinSession(subject, resolved, context, deps) : subject.session;
      if (session !== undefined) context.joinFlow(session.flow);
      return {
        user,
        session,
        scopes: resolved.scopes,
        openid: resolved.openid || input.requestedTokenType === TOKEN_TYPES.id,
        authTime: session === undefined ? undefined : Math.floor(session.authenticatedAt / 1000),
        acr: typeof subject.claims['acr'] === 'string' ? subject.claims['acr'] : '1',
        refreshable: isRefresh,
        exchange: { issuedTokenType: input.requestedTokenType, audience: input.audience },
      };
    },
  });
}

function checkRequest(
  { foreign, subjectToken, subjectTokenType }: Input,
  { client: { clientId, attributes } }: GrantContext,
): void {
  if (foreign !== undefined)
    throw refuse(
      `Parameter '${foreign}' is not supported for standard token exchange`,
      `${foreign} belongs to Keycloak's earlier token exchange, which is not offered.`,
      `Send no ${foreign}.`,
    );
  if (attributes['standard.token.exchange.enabled'] !== 'true')
    throw refuse(
      'Standard token exchange is not enabled for the requested client',
      `Client ${clientId} may not exchange tokens.`,
      fixable({ kind: 'allow-token-exchange', client: clientId }),
    );
  for (const [name, value] of [
    ['subject_token', subjectToken],
    ['subject_token_type', subjectTokenType],
  ] as const) {
    if (value === '')
      throw refuse(
        `Parameter '${name}' required for standard token exchange`,
        `${name} is missing.`,
        `Send ${name}.`,
      );
  }
  if (subjectTokenType !== TOKEN_TYPES.access)
    throw refuse(
      "Parameter 'subject_token' supports access tokens only",
      `subject_token_type is "${subjectTokenType}".`,
      `Send an access token with subject_token_type=${TOKEN_TYPES.access}.`,
    );
}

/** A valid subject token; if it is bound to a key, the request must prove possession of it. */
async function verifySubject(
  text: string,
  { realm, issuer, clock, confirmation }: GrantContext,
  { verifier }: TokenExchangeGrantDeps,
): Promise<VerifiedToken> {
  let subject: VerifiedToken;
  try {
    subject = await verifier.verifyAccessToken({ realm, issuer, clock }, text, { boundToKey: true });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const remedy = error.remedy ?? 'Send a valid access token of this realm.';
    throw refuse('Invalid token', `The subject token is invalid: ${error.reason}`, remedy);
  }
  const bound = boundKeyOf(subject.claims);
  const proven = confirmation !== undefined && 'jkt' in confirmation ? confirmation.jkt : undefined;
  if (bound === undefined || bound === proven) return subject;
  throw refuse(
    'Invalid token',
    `The subject token is bound to key ${bound}, which the request does not prove to have.`,
    'Exchange it with a proof of the same key, or use tokens that are not bound.',
  );
}

function checkClient({ claims }: VerifiedToken, { client: { kind, clientId } }: GrantContext): void {
  if (kind === 'public')
    throw refuse(
      'Public client is not allowed to exchange token',
      `Client ${clientId} is public.`,
      `Set publicClient of client ${clientId} to false and give it a secret.`,
      { code: 'invalid_client' },
    );
  if (claims['azp'] === clientId || [claims['aud']].flat().includes(clientId)) return;
  throw refuse(
    'Client is not within the token audience',
    `The subject token was issued to ${String(claims['azp'])}, and its aud does not contain ${clientId}.`,
    `Let an audience mapper of client ${String(claims['azp'])} add ${clientId}.`,
    { code: 'access_denied', status: 403 },
  );
}

function checkAudience(audience: readonly string[], { realm }: GrantContext): void {
  for (const name of audience) {
    const target = realm.clients.get(name);
    if (target === undefined)
      throw refuse(
        'Audience not found',
        `There is no client "${name}" in realm ${realm.name}.`,
        'Send the clientId of a client as audience.',
        { code: 'invalid_client' },
      );
    if (!target.enabled)
      throw refuse(
        'Client disabled',
        `Client ${name} is disabled.`,
        `Set enabled of client ${name} to true.`,
        { code: 'invalid_client' },
      );
  }
}

function checkRequestedType(type: string, { client: { clientId, attributes } }: GrantContext): void {
  if (type === TOKEN_TYPES.access || type === TOKEN_TYPES.id) return;
  const offered =
    attributes[REFRESH_ATTRIBUTE] === 'SAME_SESSION' && attributes['use.refresh.tokens'] !== 'false';
  if (type === TOKEN_TYPES.refresh && offered) return;
  throw refuse(
    'requested_token_type unsupported',
    `requested_token_type is "${type}".`,
    type === TOKEN_TYPES.refresh
      ? `Set attribute ${REFRESH_ATTRIBUTE} of client ${clientId} to SAME_SESSION.`
      : `Send ${TOKEN_TYPES.access} or ${TOKEN_TYPES.id}, or none.`,
  );
}

function resolve(
  { scope, requestedTokenType }: Input,
  user: StoredUser,
  { realm, client }: GrantContext,
): ResolvedScopes {
  const resolved = resolveRequestedScopes(realm, client, scope);
  if (requestedTokenType === TOKEN_TYPES.refresh && requestsOfflineAccess(resolved.scopes))
    throw refuse(
      'Scope offline_access not allowed for token exchange',
      'Token exchange cannot start an offline session.',
      'Send scope without offline_access.',
    );
  const used = permittedScopes(realm, effectiveRoles(realm, user), resolved.scopes);
  if (!client.consentRequired || hasConsented(user, client, used)) return resolved;
  throw refuse(
    `Missing consents for Token Exchange in client ${client.clientId}`,
    `User ${user.username} has not consented to what client ${client.clientId} would get.`,
    `Let the user sign in to client ${client.clientId} and consent, or set its consentRequired to false.`,
    { code: 'invalid_scope' },
  );
}

/** Adds the client to the subject token's session. */
async function joinSession(
  { session: verified }: VerifiedToken,
  { scopes, openid }: ResolvedScopes,
  { realm, client, clock }: GrantContext,
  { store: { sessions } }: TokenExchangeGrantDeps,
): Promise<UserSession> {
  if (verified === undefined) throw refuseSession(undefined);
  return sessions.update({ realmId: realm.id, id: verified.id }, (session) => {
    if (session === undefined || session.offline) throw refuseSession(session);
    const joined = joinClient(realm, client, session, clock.now(), {
      scope: storedScopeText(scopes, openid),
    });
    return { session: joined, result: joined };
  });
}

function refuseSession(session: UserSession | undefined): OAuthError {
  return refuse(
    'Refresh token not valid as requested_token_type because creating a new session is needed',
    session === undefined
      ? 'The subject token has no session: it belongs to a service account, or the session has ended.'
      : 'The subject token belongs to an offline session.',
    `Request ${TOKEN_TYPES.access}, or exchange a token of an active session.`,
  );
}
