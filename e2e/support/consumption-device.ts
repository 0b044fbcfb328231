// A CIBA client with plain requests, for tests that are not about the client.
import { secretOf } from './clients.ts';

const CLIENT = { client_id: 'demo-ciba', client_secret: secretOf('demo-ciba') };

/** A pending request. */
export interface AskedSignIn {
  readonly auth_req_id: string;
  /** Seconds. */
  readonly expires_in: number;
}

/** Sends an authentication request (CIBA §7.1), by default for alice. */
export async function askForSignIn(
  serverUrl: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<AskedSignIn> {
  const response = await fetch(`${serverUrl}/realms/demo/protocol/openid-connect/ext/ciba/auth`, {
    method: 'POST',
    body: new URLSearchParams({ ...CLIENT, scope: 'openid profile', login_hint: 'alice', ...parameters }),
  });
  if (!response.ok) throw new Error(`not asked: ${response.status} ${await response.text()}`);
  return (await response.json()) as AskedSignIn;
}

/** Polls once (CIBA §10.1): returns `tokens` or the error code. */
export async function pollResult(serverUrl: string, { auth_req_id }: AskedSignIn): Promise<string> {
  const response = await fetch(`${serverUrl}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...CLIENT,
      grant_type: 'urn:openid:params:grant-type:ciba',
      auth_req_id,
    }),
  });
  const answer = (await response.json()) as { access_token?: string; error?: string };
  return answer.access_token === undefined ? String(answer.error) : 'tokens';
}
