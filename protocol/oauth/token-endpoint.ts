// The token endpoint: authenticates the client, runs the grant and issues the tokens.

import type { ClientAuthentication } from '#protocol/client-authentication/client-authentication.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import type { LastRuns } from '#protocol/login/flow/last-runs.ts';
import { recordFlowRun } from '#protocol/login/flow/record-run.ts';
import { explainMissingOrganizations } from '#protocol/realm/view/organization-scopes.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { Store } from '#protocol/store/store.ts';
import type { TokenConfirmation } from '#protocol/token/authorization.ts';
import type { TokenIssuer } from '#protocol/token/token-issuer.ts';
import { keepAdapterSession, readAdapterSession } from './adapter-session.ts';
import { demandCertificate, shownCertificate } from './bound-certificate.ts';
import { checkNoDuplicates, requireParameter } from './check-form.ts';
import { answerClient } from './client-endpoint.ts';
import { type DpopKey, type DpopProofs, refuseMissingProof } from './dpop-proof.ts';
import type { Grant, GrantContext } from './grants/grant.ts';
import { chooseSession } from './grants/offline-access.ts';
import { tokenContext } from './token-context.ts';

export interface TokenEndpointDeps {
  readonly grants: readonly Grant[];
  readonly clientAuthentication: ClientAuthentication;
  readonly dpopProofs: DpopProofs;
  readonly issuer: TokenIssuer;
  readonly store: Pick<Store, 'sessions'>;
  readonly lastRuns: LastRuns;
}

/** `POST …/token` (RFC 6749 §3.2). */
export function createTokenEndpoint(deps: TokenEndpointDeps): (exchange: RealmExchange) => Promise<Reply> {
  const grants = new Map(deps.grants.map((grant) => [grant.type, grant]));
  return (exchange) =>
    answerClient(exchange, deps.clientAuthentication, async (caller) => {
      const { form, activity, remoteAddress } = exchange;
      // Compat: an unknown grant type is reported before bad client credentials.
      const grant = selectGrant(exchange, grants);
      const client = await caller.authenticate();
      checkNoDuplicates(form, undefined, grant.repeatable);
      grant.checkAllowed(client);
      const confirmation = await readConfirmation(exchange, client, deps.dpopProofs);
      const issueContext = tokenContext(exchange);
      const context: GrantContext = {
        ...issueContext,
        client,
        remoteAddress,
        activity,
        certificate: shownCertificate(exchange),
        confirmation,
        flow: activity.flow,
        joinFlow: (flow) => activity.joinFlow(flow),
        recordPkce: (method) => activity.pkce(method),
        recordRun: (run) => recordFlowRun(deps.lastRuns, exchange, client.clientId, run),
      };
      const adapterSession = grant.keepsAdapterSession === true ? readAdapterSession(form) : undefined;
      const granted = await authorize(grant, context, exchange);
      const { sessions } = deps.store;
      const session = await keepAdapterSession(granted.session, adapterSession, client.id, sessions);
      const decision = { ...granted, session };
      const { username } = decision.user;
      activity.user(username);
      if (session !== undefined) activity.session(session.id);
      noteOrganizations(exchange, client, decision);
      const tokens = await deps.issuer.issue(issueContext, {
        ...decision,
        client,
        session: await chooseSession(decision, grant.offlineSession, context, sessions),
        tokenIdPrefix: grant.tokenIdPrefix,
        ...(confirmation === undefined ? {} : { confirmation }),
      });
      activity.recordPass(
        `grant-${grant.type}`,
        `Tokens for ${username}, scope "${tokens.scope}".`,
        grant.section,
      );
      return jsonReply(200, tokens, NO_STORE);
    });
}

/** Compat: as in Keycloak, such requests are not refused. */
function noteOrganizations(
  { realm, activity }: RealmExchange,
  client: Client,
  { user, scopes, session }: Awaited<ReturnType<Grant['authorize']>>,
): void {
  const chosen = session?.clients[client.id]?.organization;
  for (const text of explainMissingOrganizations(realm, user, scopes, chosen))
    activity.recordNote('organization', text, 'Keycloak organizations');
}

async function authorize(
  grant: Grant,
  context: GrantContext,
  { form, activity }: RealmExchange,
): ReturnType<Grant['authorize']> {
  try {
    return await grant.authorize(grant.parse(form), context);
  } catch (error) {
    if (error instanceof OAuthError && error.code !== 'authorization_pending')
      activity.refused(error, `grant-${grant.type}`);
    throw error;
  }
}

function selectGrant({ form, activity }: RealmExchange, grants: ReadonlyMap<string, Grant>): Grant {
  const type = requireParameter(form, 'grant_type', {
    description: 'Missing form parameter: grant_type',
    reason: 'grant_type is missing.',
    remedy: 'Send grant_type in the form (application/x-www-form-urlencoded).',
  });
  const grant = grants.get(type);
  if (grant === undefined) {
    throw new OAuthError('unsupported_grant_type', {
      reason: `grant_type "${type}" is not offered.`,
      remedy: `Send one of ${[...grants.keys()].join(', ')}.`,
    });
  }
  activity.title(`Token request (${type})`);
  return grant;
}

/** The key and certificate to bind tokens to. */
async function readConfirmation(
  exchange: RealmExchange,
  client: Client,
  proofs: DpopProofs,
): Promise<TokenConfirmation | undefined> {
  const key = await readProvenKey(exchange, client, proofs);
  const certificate = demandCertificate(exchange, client);
  if (certificate === undefined) return key;
  exchange.activity.recordPass('check-certificate', `Certificate ${certificate}.`, 'RFC 8705 §3');
  return { ...key, 'x5t#S256': certificate };
}

/** The key of the DPoP proof. @throws {OAuthError} `invalid_dpop_proof` if one is missing. RFC 9449 §5. */
async function readProvenKey(
  exchange: RealmExchange,
  { clientId, attributes }: Client,
  proofs: DpopProofs,
): Promise<DpopKey | undefined> {
  const key = await proofs.check(exchange);
  if (key === undefined && attributes['dpop.bound.access.tokens'] === 'true') {
    throw refuseMissingProof(
      `Client ${clientId} requires tokens to be bound to a key.`,
      `Send the header DPoP, or set attribute dpop.bound.access.tokens of client ${clientId} to false.`,
    );
  }
  if (key !== undefined) exchange.activity.recordPass('check-dpop-proof', `Key ${key.jkt}.`, 'RFC 9449 §4.3');
  return key;
}
