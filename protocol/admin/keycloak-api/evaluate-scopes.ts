// Previews of a client's tokens under Keycloak's paths, and which mappers and roles would apply to them.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { createSession } from '#protocol/realm/sessions/sessions.ts';
import type { Client, ClientScope, Role } from '#protocol/realm/view/realm.ts';
import { allowedRoles, hasRole } from '#protocol/realm/view/roles.ts';
import { type ResolvedScopes, splitScope } from '#protocol/realm/view/scopes.ts';
import type { StoredUser, UserSession } from '#protocol/store/store.ts';
import { assumeUserGrant } from '#protocol/test-kit/assumed-grant.ts';
import {
  assumeAuthorization,
  knownScopes,
  type PreviewDeps,
} from '#protocol/test-kit/preview/preview-sign-in.ts';
import { previewTokens } from '#protocol/token/preview/preview-tokens.ts';
import type { IssueContext } from '#protocol/token/token-issuer.ts';
import { AdminError, notFound } from '../admin-error.ts';
import { ok, parameter, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import { CLIENT_VIEWERS, hasRoleOver, USER_VIEWERS } from '../administrator.ts';
import { findClient } from './clients.ts';
import { roleRepresentation, rolesOfOwner } from './role-lookup.ts';

/** What previews need besides the store. */
export type EvaluateDeps = Omit<PreviewDeps, 'store'>;

/** The client, the requested scopes that it has, and with which session the example would be made. */
interface Example {
  readonly client: Client;
  readonly user: StoredUser;
  readonly session: UserSession;
  readonly context: IssueContext;
}

/** Compat: scopes that the client does not have are ignored. */
function requestedScopes({ exchange }: RealmRequest, client: Client): ResolvedScopes {
  return knownScopes(client, exchange.query.get('scope') ?? '');
}

/**
 * @throws {AdminError} 404 without `userId` and for an unknown user, 403 without permission to view users: Compat, in
 * this order.
 */
async function findExampleUser(request: RealmRequest): Promise<StoredUser> {
  const { exchange, realm, administrator, store } = request;
  const userId = exchange.query.get('userId');
  if (userId === undefined) throw notFound('No userId provided');
  if (!hasRoleOver(administrator, realm.name, USER_VIEWERS)) {
    exchange.activity.refused(
      new OAuthError('access_denied', {
        reason: `User ${administrator.username} lacks ${USER_VIEWERS.join(' or ')} for realm ${realm.name}.`,
        remedy: 'An example token shows data of the user: give the caller the role view-users as well.',
      }),
      'check-administrator',
    );
    throw new AdminError(403, { error: 'You have no access to this user' });
  }
  const user = await store.users.find(realm.id, userId);
  if (user === undefined) throw notFound('No user found');
  return user;
}

async function prepareExample(request: RealmRequest): Promise<Example> {
  const { exchange, realm, clocks } = request;
  const client = findClient(request);
  const user = await findExampleUser(request);
  const clock = clocks(realm.name);
  const begun = { user, now: clock.now(), ipAddress: exchange.remoteAddress, flow: exchange.activity.flow };
  const issuer = issuerOf({ ...exchange, realm } satisfies Pick<RealmExchange, 'baseUrl' | 'realm'>);
  return { client, user, session: createSession(realm, begun), context: { realm, issuer, clock } };
}

/** Compat: only audiences that are clients count. */
function requestedAudience({ exchange, realm }: RealmRequest): readonly string[] {
  return splitScope(exchange.query.get('audience') ?? '').filter((name) => realm.clients.has(name));
}

/** @throws {AdminError} 404 for an audience that the token would not have, and whatever else issuing refuses. */
async function exampleTokens(request: RealmRequest, deps: EvaluateDeps, isIdToken: boolean) {
  const { client, user, session, context } = await prepareExample(request);
  const { realm, clock } = context;
  const scopes = requestedScopes(request, client);
  const parties = { realm, client, scopes: isIdToken ? { ...scopes, openid: true } : scopes };
  const grant = assumeUserGrant(parties, user, session, { now: clock.now(), isNew: true });
  try {
    const authorization = await assumeAuthorization(deps, context, client, grant, requestedAudience(request));
    return previewTokens(deps.issuer, context, { ...authorization, tokenIdPrefix: 'na' });
  } catch (error) {
    if (error instanceof OAuthError) throw notFound(error.description);
    throw error;
  }
}

async function exampleResponse(request: RealmRequest, { assertions }: EvaluateDeps): Promise<Reply> {
  const { context, ...signIn } = await prepareExample(request);
  try {
    return ok(await assertions.previewResponse(context, signIn));
  } catch (error) {
    if (!(error instanceof SamlStatusError)) throw error;
    const why = [error.reason, error.remedy ?? ''].join(' ').trim();
    throw notFound(`Could not generate a SAML response for the given user and client: ${why}`);
  }
}

/** A mapper with the client or client scope that it belongs to. */
function evaluatedMappers(request: RealmRequest): Reply {
  const client = findClient(request);
  const { scopes } = requestedScopes(request, client);
  const ofScopes = scopes.map((scope: ClientScope) => ({
    mappers: scope.mappers,
    container: { containerId: scope.id, containerName: scope.name, containerType: 'client-scope' },
  }));
  // Compat: the client itself has an empty name, whatever its name is.
  const own = {
    mappers: client.mappers,
    container: { containerId: client.id, containerName: '', containerType: 'client' },
  };
  return ok(
    [...ofScopes, own].flatMap(({ mappers, container }) =>
      mappers.map(({ name, type, representation: { id } }) => ({
        mapperId: id,
        mapperName: name,
        ...container,
        protocolMapper: type,
      })),
    ),
  );
}

/** The roles of the container in the path: the realm by name, or a client by UUID. @throws {AdminError} 404 */
function containedRoles(request: RealmRequest): Role[] {
  const { realm } = request;
  const id = parameter(request, 'container');
  if (id === realm.name) return rolesOfOwner(realm, undefined);
  const owner = realm.clientsById.get(id);
  if (owner === undefined) throw notFound('Role Container not found');
  return rolesOfOwner(realm, owner.clientId);
}

function evaluatedRoles(request: RealmRequest, isGranted: boolean): Reply {
  const { realm } = request;
  const client = findClient(request);
  const { scopes } = requestedScopes(request, client);
  const allowed = client.fullScopeAllowed ? undefined : allowedRoles(realm, client, scopes);
  const roles = containedRoles(request).filter(
    (role) => (allowed === undefined || hasRole(allowed, role)) === isGranted,
  );
  return ok(roles.map((role) => roleRepresentation(realm, role, true)));
}

export function createEvaluateScopesRows(deps: EvaluateDeps): readonly RealmRow[] {
  const row = (path: string, handle: RealmRow['handle']): RealmRow =>
    viewRow(`/clients/:client/evaluate-scopes/${path}`, CLIENT_VIEWERS, handle);
  return [
    row('generate-example-access-token', async (request) =>
      ok((await exampleTokens(request, deps, false)).accessToken?.content),
    ),
    row('generate-example-id-token', async (request) =>
      ok((await exampleTokens(request, deps, true)).idToken?.content),
    ),
    row('generate-example-userinfo', async (request) =>
      ok((await exampleTokens(request, deps, true)).userInfo?.content),
    ),
    row('generate-example-saml-response', (request) => exampleResponse(request, deps)),
    row('protocol-mappers', evaluatedMappers),
    row('scope-mappings/:container/granted', (request) => evaluatedRoles(request, true)),
    row('scope-mappings/:container/not-granted', (request) => evaluatedRoles(request, false)),
  ];
}
