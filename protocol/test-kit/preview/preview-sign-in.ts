// Previews what a sign-in of a user at a client would produce, now and after an unsaved change.
import type {
  NewTokenPreviewWire,
  PreviewedSignInWire,
  TokenPreviewWire,
} from '#protocol/contract/token-preview.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { createSession } from '#protocol/realm/sessions/sessions.ts';
import { isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import {
  type ResolvedScopes,
  resolveScopes,
  scopesWithValues,
  splitScope,
} from '#protocol/realm/view/scopes.ts';
import type { SessionStore, Store, StoredUser, UserSession } from '#protocol/store/store.ts';
import { TOKEN_TYPES } from '#protocol/token/access-token.ts';
import type { Authorization } from '#protocol/token/authorization.ts';
import type { AssertionPreviews } from '#protocol/token/preview/assertion-preview.ts';
import { previewTokens } from '#protocol/token/preview/preview-tokens.ts';
import type { IssueContext, TokenIssuer } from '#protocol/token/token-issuer.ts';
import {
  type AssumedGrant,
  assumeServiceAccountGrant,
  assumeUserGrant,
  type ChooseSession,
} from '../assumed-grant.ts';
import { findClient } from '../find-client.ts';
import { checkRealmEnabled, findNamedUser } from '../find-person.ts';
import { KitError, refusedByProtocol } from '../kit-error.ts';
import { comparePreviews } from './compare-previews.ts';
import { applyUnsavedChange } from './unsaved-change.ts';

export interface PreviewDeps {
  readonly store: Pick<Store, 'users'>;
  readonly issuer: Pick<TokenIssuer, 'describe'>;
  readonly chooseSession: ChooseSession;
  readonly assertions: AssertionPreviews;
}

/** Takes sessions and forgets them. */
const FORGETFUL_SESSIONS: Pick<SessionStore, 'update' | 'discard'> = {
  // A preview leaves no session.
  update: async (_key, change) => change(undefined, false).result,
  discard: async () => false,
};

/**
 * Stores nothing: no session, no consent, no key, no name identifier.
 * @throws {KitError} 400 naming the member that is wrong, 409 for a user or client that could not sign in like this.
 */
export async function previewSignIn(
  deps: PreviewDeps,
  exchange: RealmExchange,
  wanted: NewTokenPreviewWire,
): Promise<TokenPreviewWire> {
  const { realm } = exchange;
  checkRealmEnabled(realm);
  const client = findPreviewClient(realm, wanted);
  const user = await findUser(deps, realm, client, wanted);
  const changed =
    wanted.change === undefined ? undefined : applyUnsavedChange(realm, client.clientId, wanted.change);
  checkScopes([realm, changed ?? realm], client.clientId, wanted);
  const begun = beginSession(exchange, user);
  const previewIn = (view: Realm): Promise<PreviewedSignInWire> =>
    explained(() => previewOne(deps, { ...exchange, realm: view }, wanted, begun));
  const before = await previewIn(realm);
  const parties = {
    client: client.clientId,
    protocol: client.protocol === 'saml' ? ('saml' as const) : ('openid-connect' as const),
    user: user.username,
  };
  if (changed === undefined) return { ...parties, before };
  const after = await previewIn(changed);
  return { ...parties, before, after, differences: comparePreviews(before, after) };
}

interface AssumedUser {
  readonly user: StoredUser;
  readonly session: UserSession;
}

function beginSession(
  { realm, clock, remoteAddress, activity }: RealmExchange,
  user: StoredUser,
): AssumedUser {
  const now = clock.now();
  return {
    user,
    session: createSession(realm, { user, now, ipAddress: remoteAddress, flow: activity.flow }),
  };
}

async function previewOne(
  deps: PreviewDeps,
  exchange: RealmExchange,
  wanted: NewTokenPreviewWire,
  assumed: AssumedUser,
): Promise<PreviewedSignInWire> {
  const { realm, clock } = exchange;
  const client = realm.clients.get(wanted.client);
  if (client === undefined) throw new TypeError(`client ${wanted.client} is gone`);
  const context: IssueContext = { realm, issuer: issuerOf(exchange), clock };
  if (client.protocol === 'saml') return deps.assertions.preview(context, { client, ...assumed });
  const parties = { realm, client, scopes: knownScopes(client, wanted.scope ?? DEFAULT_SCOPE) };
  const grant =
    wanted.user === undefined
      ? await assumeServiceAccountGrant(deps.store.users, parties, exchange.remoteAddress)
      : assumeUserGrant(parties, assumed.user, assumed.session, { now: clock.now(), isNew: true });
  return previewTokens(
    deps.issuer,
    context,
    await assumeAuthorization(deps, context, client, grant, wanted.audience ?? []),
  );
}

/** The authorization that the token issuer would get. @throws {OAuthError} when the user may not have an offline session. */
export async function assumeAuthorization(
  { chooseSession }: Pick<PreviewDeps, 'chooseSession'>,
  { realm, clock }: IssueContext,
  client: Client,
  { decision, rule, tokenIdPrefix }: AssumedGrant,
  audience: readonly string[],
): Promise<Authorization> {
  const session = await chooseSession(decision, rule, { realm, client, clock }, FORGETFUL_SESSIONS);
  return {
    ...decision,
    client,
    session,
    tokenIdPrefix,
    ...(audience.length === 0 ? {} : { exchange: { issuedTokenType: TOKEN_TYPES.access, audience } }),
  };
}

const DEFAULT_SCOPE = 'openid';

/** Names of the client's scopes, and the requested ones with a value. */
function scopeNames(client: Client, requested: readonly string[]): readonly string[] {
  return [...client.defaultScopes, ...client.optionalScopes, ...scopesWithValues(client, requested)].map(
    ({ name }) => name,
  );
}

/** The requested scopes that the client has; a change may add or remove some. */
export function knownScopes(client: Client, scope: string): ResolvedScopes {
  const requested = splitScope(scope);
  const known = new Set(scopeNames(client, requested));
  const names = requested.filter((name) => name === 'openid' || known.has(name));
  return resolveScopes(client, names.join(' '));
}

/** Each requested scope must be one of the client, before the change or after it. @throws {KitError} 400 */
function checkScopes(
  realms: readonly Realm[],
  clientId: string,
  { scope = DEFAULT_SCOPE }: NewTokenPreviewWire,
): void {
  const clients = realms.flatMap((realm) => realm.clients.get(clientId) ?? []);
  const requested = splitScope(scope);
  const known = new Set(clients.flatMap((client) => scopeNames(client, requested)));
  const unknown = requested.find((name) => name !== 'openid' && !known.has(name));
  if (unknown === undefined) return;
  throw new KitError(
    400,
    `scope: "${unknown}" is neither a default nor an optional client scope of ${clientId}.`,
    `Add "${unknown}" to the optional client scopes of ${clientId} (optionalClientScopes), or do not request it.`,
  );
}

function findPreviewClient(realm: Realm, wanted: NewTokenPreviewWire): Client {
  const client = realm.clients.get(wanted.client);
  if (client?.protocol !== 'saml') return checkFlows(findClient(realm, wanted.client, 'client'), wanted);
  for (const member of ['scope', 'audience'] as const) {
    if (wanted[member] !== undefined)
      throw new KitError(
        400,
        `${member}: client ${client.clientId} uses SAML, which has no ${member} parameter.`,
        `Leave out ${member}. The client’s default client scopes always apply.`,
      );
  }
  return client;
}

/** Client attributes of the flows that are no members of a client. */
const FLOW_ATTRIBUTES = ['oauth2.device.authorization.grant.enabled', 'oidc.ciba.grant.enabled'];

function checkFlows(client: Client, { user }: NewTokenPreviewWire): Client {
  const { standardFlow, implicitFlow, directAccessGrants, attributes, clientId } = client;
  if (user === undefined || standardFlow || implicitFlow || directAccessGrants) return client;
  if (FLOW_ATTRIBUTES.some((name) => attributes[name] === 'true')) return client;
  throw new KitError(
    409,
    `client: no flow by which users sign in is enabled for client ${clientId}.`,
    `Set standardFlowEnabled of client ${clientId} to true, or leave out user for its service account.`,
  );
}

/** @throws {KitError} 400 for an unknown user, 409 for one who is disabled and for a client without a service account. */
async function findUser(
  { store: { users } }: PreviewDeps,
  realm: Realm,
  client: Client,
  { user: name }: NewTokenPreviewWire,
): Promise<StoredUser> {
  if (name === undefined) return findServiceAccount(users, realm, client);
  const user = await findNamedUser(users, realm, name);
  const { username } = user;
  if (isServiceAccount(user))
    throw new KitError(
      400,
      `user: ${username} is the service account of client ${user.serviceAccountClientId}, which cannot sign in.`,
      'For its tokens, leave out user and send client.',
    );
  if (!isUserEnabled(user))
    throw new KitError(409, `User ${username} is disabled.`, `Set enabled of user ${username} to true.`);
  return user;
}

async function findServiceAccount(users: Store['users'], realm: Realm, client: Client): Promise<StoredUser> {
  if (client.protocol === 'saml')
    throw new KitError(
      400,
      `user is missing: client ${client.clientId} uses SAML and has no service account.`,
      'Send user.',
    );
  const parties = { realm, client, scopes: knownScopes(client, '') };
  return (await assumeServiceAccountGrant(users, parties, '')).decision.user;
}

/** @throws {KitError} for what the protocols refuse. */
async function explained<Result>(preview: () => Promise<Result>): Promise<Result> {
  try {
    return await preview();
  } catch (error) {
    if (error instanceof OAuthError) throw refusedByProtocol(error);
    if (error instanceof SamlStatusError) throw new KitError(409, error.reason, error.remedy ?? '');
    throw error;
  }
}
