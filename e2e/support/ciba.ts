// CIBA helpers: openid-client configurations, polls and refusals.
import { randomBytes } from 'node:crypto';
import * as oidc from 'openid-client';
import { secretOf } from './clients.ts';

/** `grant_type` of the poll (CIBA §10.1). */
export const CIBA_GRANT = 'urn:openid:params:grant-type:ciba';

/** A refusal of the server. */
export interface Refusal {
  readonly status: number;
  readonly error: unknown;
  readonly description: unknown;
}

/** An openid-client configuration, by default for the demo realm's consumption device. */
export function discoverClient(
  serverUrl: string,
  clientId = 'demo-ciba',
  authentication: oidc.ClientAuth = oidc.ClientSecretPost(secretOf('demo-ciba')),
): Promise<oidc.Configuration> {
  const issuer = new URL(`${serverUrl}/realms/demo`);
  return oidc.discovery(issuer, clientId, undefined, authentication, {
    execute: [oidc.allowInsecureRequests],
  });
}

/** A binding message that no other test sends. */
export function createBindingMessage(): string {
  return `E2E-${randomBytes(6).toString('hex')}`;
}

/** Polls until tokens arrive, without the interval, because the prompt is already answered and these tests do
 * not depend on time. */
export function pollAnswered(
  client: oidc.Configuration,
  request: oidc.BackchannelAuthenticationResponse,
): Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers> {
  return oidc.pollBackchannelAuthenticationGrant(client, { ...request, interval: 0 });
}

/** Polls once. */
export function pollOnce(
  client: oidc.Configuration,
  authReqId: string,
): Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers> {
  return oidc.genericGrantRequest(client, CIBA_GRANT, { auth_req_id: authReqId });
}

/** Refusals other than 400, whose body the library does not read. */
function unreadAnswer(error: unknown): Response | undefined {
  if (error instanceof oidc.WWWAuthenticateChallengeError) return error.response;
  return error instanceof oidc.ClientError && error.cause instanceof Response ? error.cause : undefined;
}

/** The library's error when the server refuses. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof oidc.ResponseBodyError)
    return { status: error.status, error: error.error, description: error.error_description };
  const response = unreadAnswer(error);
  if (response !== undefined) {
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, error: body['error'], description: body['error_description'] };
  }
  throw new Error(`not refused by the server: ${String(error)}`);
}
