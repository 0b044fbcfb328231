// Receives delegations: validates the bearer token and the body, and adds a prompt to the inbox.
import { readableClientName } from '#protocol/contract/client-name.ts';
import { readableConsentText } from '#protocol/contract/consent-text.ts';
import type { PromptScopeWire } from '#protocol/contract/device.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readBearerToken } from '#protocol/http/bearer.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { challenge, jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { type Delegation, parseDelegation } from './delegation.ts';
import type { DelegationClaims, DelegationVerifier } from './delegation-token.ts';
import type { Inbox, PromptFacts } from './inbox.ts';

export interface DelegationEndpointDeps {
  readonly inbox: Pick<Inbox, 'add'>;
  readonly verify: DelegationVerifier;
  /** A user's display name: first and last name, else the username; undefined for an unknown user. */
  readonly describeUser: (realmId: string, userId: string) => Promise<string | undefined>;
  /** ID of the request's flow in Activity; undefined if unknown. */
  readonly flowOf: (realmId: string, resultId: string, now: number) => Promise<string | undefined>;
}

const SECTION = 'service description §4.2';

/** 201 when the prompt is in the inbox, otherwise 4xx with the fault. Service description §4.2. */
export async function handleDelegation(
  exchange: RealmExchange,
  deps: DelegationEndpointDeps,
): Promise<Reply> {
  exchange.activity.parties('understudy', 'authentication-entity');
  try {
    await addPrompt(exchange, deps);
    return { status: 201, headers: { ...NO_STORE } };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.activity.refused(error, 'receive-delegation');
    const { code, description, status } = error;
    const members = { error: code, error_description: description };
    const headers = status === 401 ? { 'www-authenticate': challenge('Bearer', members) } : {};
    return jsonReply(status, members, { ...NO_STORE, ...headers });
  }
}

async function addPrompt(exchange: RealmExchange, deps: DelegationEndpointDeps): Promise<void> {
  const bearer = readBearerToken(exchange);
  if (bearer === undefined) throw refuseToken('The delegation has no bearer token.');
  const claims = await deps.verify(exchange, bearer);
  if (claims === undefined) {
    const { realm } = exchange;
    throw refuseToken(`The token is not one that realm ${realm.name} issued to itself, or it has expired.`);
  }
  const delegation = parseDelegation(exchange.json);
  const name = (await deps.describeUser(exchange.realm.id, claims.subject)) ?? delegation.loginHint;
  const flow = await deps.flowOf(exchange.realm.id, claims.resultId, exchange.clock.now());
  const facts = promptFacts(exchange, claims, delegation, { name, flow });
  if (!(await deps.inbox.add({ realmId: exchange.realm.id, bearer, facts }))) throw refuseRepeated();
}

function refuseToken(reason: string): OAuthError {
  const remedy = 'Send the delegation with the token that the realm signed for it.';
  return new OAuthError('invalid_token', { description: 'Invalid token', reason, remedy, section: SECTION });
}

function refuseRepeated(): OAuthError {
  return new OAuthError('invalid_request', {
    status: 409,
    description: 'This delegation has arrived before',
    reason: 'There is a prompt for the jti of the token already.',
    remedy: 'Send each delegation once, with a token of its own.',
    section: SECTION,
  });
}

function describeScopes({ realm }: RealmExchange, names: readonly string[]): readonly PromptScopeWire[] {
  return names.map((name) => {
    const text = realm.clientScopes.get(name)?.consentText ?? '';
    return { name, text: readableConsentText(text, name) };
  });
}

function promptFacts(
  exchange: RealmExchange,
  { resultId, clientId, expiresAt }: DelegationClaims,
  delegation: Delegation,
  { name, flow }: { readonly name: string; readonly flow: string | undefined },
): PromptFacts {
  const { realm, clock } = exchange;
  const { loginHint, scopes, consentRequired, bindingMessage, acrValues, parameters } = delegation;
  return {
    id: resultId,
    realm: realm.name,
    ...(flow === undefined ? {} : { flow }),
    clientId,
    clientName: readableClientName(realm.clients.get(clientId)?.name) || clientId,
    username: loginHint,
    name,
    ...(bindingMessage === undefined ? {} : { bindingMessage }),
    ...(acrValues === undefined ? {} : { acrValues }),
    consentRequired,
    scopes: describeScopes(exchange, scopes),
    parameters,
    receivedAt: clock.now(),
    expiresAt,
  };
}
