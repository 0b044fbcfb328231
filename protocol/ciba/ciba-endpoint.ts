// The backchannel authentication endpoint: a client requests authentication of a user on another device.

import type { ClientAuthentication } from '#protocol/client-authentication/client-authentication.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable, remedyOf } from '#protocol/errors/remedy.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { answerClient } from '#protocol/oauth/client-endpoint.ts';
import type { RequestObjectDeps } from '#protocol/oauth/requests/request-objects.ts';
import { allowsCiba } from '#protocol/realm/view/ciba-policy.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { storedScopeText } from '#protocol/realm/view/scopes.ts';
import type { Store } from '#protocol/store/store.ts';
import { type CheckedRequest, checkAuthenticationRequest } from './authentication-request.ts';
import type { AuthenticationRequest, AuthenticationRequests } from './authentication-requests.ts';
import type { AuthenticationChannel } from './channels/channel.ts';
import { delegationBody, signDelegation } from './delegation.ts';
import { readRequest } from './request-source.ts';

export interface CibaEndpointDeps extends RequestObjectDeps {
  readonly store: Pick<Store, 'users'>;
  readonly requests: AuthenticationRequests;
  readonly channel: AuthenticationChannel;
  readonly clientAuthentication: ClientAuthentication;
}

/** The authentication request acknowledgement (CIBA §7.3). */
interface AcknowledgementWire {
  readonly auth_req_id: string;
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds; if absent, the client may poll at any rate. */
  readonly interval?: number;
}

const SECTION = 'CIBA §7.1';

/** `POST …/ext/ciba/auth` (CIBA §7). */
export function handleAuthenticationRequest(exchange: RealmExchange, deps: CibaEndpointDeps): Promise<Reply> {
  return answerClient(
    exchange,
    deps.clientAuthentication,
    async (caller) => {
      const client = await caller.authenticate();
      checkAllowed(client);
      const parameters = await readRequest(exchange, client, deps);
      const checked = await checkAuthenticationRequest(exchange, client, parameters, deps);
      return jsonReply(200, await begin(exchange, client, checked, deps), NO_STORE);
    },
    { relabel: asUnauthorized },
  );
}

/** Compat: errors of client authentication get status 401, with their own code and description. */
function asUnauthorized(refusal: OAuthError): OAuthError {
  if (refusal.status === 401) return refusal;
  const { code, description, reason, section } = refusal;
  return new OAuthError(code, { status: 401, description, reason, remedy: remedyOf(refusal), section });
}

function checkAllowed(client: Client): void {
  const { clientId, kind } = client;
  const isPublic = kind === 'public';
  if (allowsCiba(client) && !isPublic) return;
  const setting = `oidc.ciba.grant.enabled of client ${clientId}`;
  throw new OAuthError('invalid_grant', {
    status: 401,
    description: 'Client not allowed OIDC CIBA Grant',
    reason: isPublic
      ? `Client ${clientId} is public; CIBA clients must authenticate.`
      : `CIBA is off: ${setting} is not true.`,
    remedy: isPublic
      ? `Set publicClient of client ${clientId} to false, and give it a secret or keys.`
      : fixable({ kind: 'allow-ciba', client: clientId }),
    section: SECTION,
  });
}

/** Stored before it is delegated, because the entity may report the result before it acknowledges. */
async function begin(
  exchange: RealmExchange,
  client: Client,
  checked: CheckedRequest,
  deps: CibaEndpointDeps,
): Promise<AcknowledgementWire> {
  const { realm, clock, activity } = exchange;
  const { policy, user, scopes, requestedScopes, acrValues, nonce, claimsRequest } = checked;
  const request = await deps.requests.begin(
    {
      realmId: realm.id,
      issuer: issuerOf(exchange),
      clientUuid: client.id,
      userId: user.id,
      scope: storedScopeText(scopes, requestedScopes.includes('openid')),
      acrValues,
      nonce,
      claimsRequest,
      flow: activity.flow,
    },
    { lifespanSeconds: policy.expiresInSeconds, intervalSeconds: policy.intervalSeconds },
    clock.now(),
  );
  await delegate(exchange, client, checked, request, deps);
  activity.recordPass(
    'begin-authentication',
    `The entity was asked to authenticate ${checked.username}.`,
    'CIBA §7.3',
  );
  return {
    auth_req_id: request.pollingCode,
    expires_in: policy.expiresInSeconds,
    ...(policy.intervalSeconds === 0 ? {} : { interval: policy.intervalSeconds }),
  };
}

async function delegate(
  exchange: RealmExchange,
  client: Client,
  checked: CheckedRequest,
  request: AuthenticationRequest,
  { keys, channel, requests }: CibaEndpointDeps,
): Promise<void> {
  const { realm, clock } = exchange;
  try {
    const token = await signDelegation(keys, { realm, client, clock }, request, checked.answerWithinSeconds);
    await channel.requestAuthentication({
      realm,
      client,
      username: checked.username,
      token,
      body: delegationBody(client, checked),
      flow: request.flow,
    });
  } catch (error) {
    // No client got an auth_req_id, so a result would never be polled.
    await requests.abandon(request);
    throw error;
  }
}
