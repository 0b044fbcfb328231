// The token endpoint: client authentication, the grant, the tokens, the answer.

import type { ClientAuthentication } from '#protocol/client-authentication/client-authentication.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { TokenConfirmation, TokenResponseWire } from '#protocol/token/authorization.ts';
import type { TokenIssuer } from '#protocol/token/token-issuer.ts';
import { demandCertificate, shownCertificate } from './bound-certificate.ts';
import { checkNoDuplicates } from './check-form.ts';
import { answerClient } from './client-endpoint.ts';
import { type DpopKey, type DpopProofs, refuseMissingProof } from './dpop-proof.ts';
import type { Grant, GrantDeps } from './grants/grant.ts';
import { applyOfflineAccess } from './grants/offline-access.ts';
import { findGrant, GRANTS } from './grants/table.ts';
import { tokenContext } from './token-context.ts';

/** What the endpoint works with. */
export interface TokenEndpointDeps extends GrantDeps {
  readonly clientAuthentication: ClientAuthentication;
  readonly issuer: TokenIssuer;
  readonly dpopProofs: DpopProofs;
}

/** Answers a token request (RFC 6749 §3.2). */
export function handleTokenRequest(exchange: RealmExchange, deps: TokenEndpointDeps): Promise<Reply> {
  return answerClient(exchange, deps.clientAuthentication, {
    prepare: () => selectGrant(exchange),
    answer: async (client, grant) => jsonReply(200, await runGrant(exchange, client, grant, deps), NO_STORE),
  });
}

/** Compat: the grant is looked at before the client, so an unknown one is told before bad client credentials. */
function selectGrant({ form, activity }: RealmExchange): Grant {
  const type = form.get('grant_type') ?? '';
  if (type === '') {
    throw new OAuthError('invalid_request', {
      description: 'Missing form parameter: grant_type',
      reason: 'grant_type is missing.',
      remedy: 'Send grant_type in the form (application/x-www-form-urlencoded).',
      section: 'RFC 6749 §5.2',
    });
  }
  const grant = findGrant(type);
  if (grant === undefined) {
    const types = GRANTS.map((each) => each.type).join(', ');
    throw new OAuthError('unsupported_grant_type', {
      reason: `grant_type "${type}" is not offered.`,
      remedy: `Send one of ${types}.`,
    });
  }
  activity.title(`Token request (${type})`);
  return grant;
}

/** What the tokens will be bound to: a key, a certificate, or both. @throws {OAuthError} as `readProvenKey` and `demandCertificate`. */
function readConfirmation(
  exchange: RealmExchange,
  client: Client,
  proofs: DpopProofs,
): TokenConfirmation | undefined {
  const key = readProvenKey(exchange, client, proofs);
  const certificate = demandCertificate(exchange, client);
  if (certificate === undefined) return key;
  exchange.activity.passed('check-certificate', `Certificate ${certificate}.`, 'RFC 8705 §3');
  return { ...key, 'x5t#S256': certificate };
}

/** The key that the request proves to have. @throws {OAuthError} `invalid_dpop_proof`: none, where the client wants bound tokens. RFC 9449 §5. */
function readProvenKey(
  exchange: RealmExchange,
  { clientId, attributes }: Client,
  proofs: DpopProofs,
): DpopKey | undefined {
  const key = proofs.check(exchange);
  if (key === undefined && attributes['dpop.bound.access.tokens'] === 'true') {
    throw refuseMissingProof(
      `Client ${clientId} wants every token bound to a key.`,
      `Send the header DPoP, or set attribute dpop.bound.access.tokens of client ${clientId} to false.`,
    );
  }
  if (key !== undefined) exchange.activity.passed('check-dpop-proof', `Key ${key.jkt}.`, 'RFC 9449 §4.3');
  return key;
}

async function runGrant(
  exchange: RealmExchange,
  client: Client,
  grant: Grant,
  deps: TokenEndpointDeps,
): Promise<TokenResponseWire> {
  const { form, activity, remoteAddress } = exchange;
  checkNoDuplicates(form, undefined, grant.repeatable);
  grant.checkAllowed(client);
  const confirmation = readConfirmation(exchange, client, deps.dpopProofs);
  const context = tokenContext(exchange);
  const input = grant.parse(form);
  const joinFlow = (flow: string): void => activity.joinFlow(flow);
  const grantContext = {
    ...context,
    client,
    remoteAddress,
    certificate: shownCertificate(exchange),
    confirmation,
    flow: activity.flow,
    joinFlow,
  };
  const granted = await grant.authorize(input, grantContext, deps);
  const bound = confirmation === undefined ? granted : { ...granted, confirmation };
  const authorization = applyOfflineAccess(bound, grantContext, deps.store.sessions);
  const { username } = authorization.user;
  activity.user(username);
  const tokens = await deps.issuer.issue(context, authorization);
  activity.passed(`grant-${grant.type}`, `Tokens for ${username}, scope "${tokens.scope}".`, grant.section);
  return tokens;
}
