// Sends the delegation by HTTP POST, for both channels.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { CallResult, OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import type { Delegation } from './channel.ts';

export interface EntityAddress {
  /** Absolute http(s) URL. */
  readonly url: string;
  /** The setting that contains the URL, for remedies. */
  readonly setting: string;
  /** Milliseconds to wait for the response; by default as for all outgoing calls. */
  readonly timeoutMs?: number;
}

const SECTION = 'service description §4.2';

/** Expects status 201. @throws {OAuthError} `server_error` 503. */
export async function postDelegation(
  calls: Pick<OutgoingCalls, 'send'>,
  { url, setting, timeoutMs }: EntityAddress,
  { realm, client, username, token, body, flow }: Delegation,
): Promise<void> {
  const result = await calls.send({
    kind: 'ciba-delegation',
    title: 'Authentication delegation',
    url,
    contentType: 'application/json',
    authorization: `Bearer ${token}`,
    body: async () => JSON.stringify(body),
    realm: realm.name,
    clientId: client.clientId,
    username,
    flow,
    to: 'authentication-entity',
    called: 'The authentication entity',
    rule: 'delegate-authentication',
    accepted: [201],
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    setting,
    section: SECTION,
  });
  if (result.outcome !== 'accepted') throw refuseResult(result, { url, setting });
}

function refuseResult({ outcome, detail }: CallResult, { url, setting }: EntityAddress): OAuthError {
  const isAnswered = outcome === 'refused';
  return new OAuthError('server_error', {
    status: 503,
    description: isAnswered
      ? 'Unexpected response from authentication device'
      : 'Failed to send authentication request',
    reason: `The authentication entity at ${url} ${detail}.`,
    remedy: isAnswered
      ? 'Let the authentication entity answer 201 to a request that it accepts.'
      : `Start the authentication entity, or correct ${setting}; if unset, the built-in authentication device is used.`,
    section: SECTION,
  });
}
