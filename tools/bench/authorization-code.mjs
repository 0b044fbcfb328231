// The client side of the code flow with PKCE: authorization request, sign-in page, token request.
import { createHash, randomBytes } from 'node:crypto';

/** Nothing listens here; redirects are not followed to it. */
export const CALLBACK = 'http://127.0.0.1:9/callback';

function expectPage(answer) {
  if (answer.status === 200) return answer.body;
  throw new Error(`sign-in page: ${answer.status} ${answer.body.slice(0, 300)}`);
}

/** Returns the URL of an authorization request, and `redemption(code)`, the form of its token request.
 * `client` has `client_id` and `client_secret`. RFC 7636 §4 */
export function createAuthorization(endpoint, client, scope) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope,
    state: 's',
    nonce: 'n',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const redemption = (code) => ({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
    ...client,
  });
  return { url: `${endpoint}?${query}`, redemption };
}

/** Follows redirects within the server until a page or the callback. */
export async function follow(connection, url, answer) {
  let current = answer;
  let at = url;
  while (current.location !== undefined && !current.location.startsWith(CALLBACK)) {
    at = new URL(current.location, at).href;
    current = await connection.send('GET', at);
  }
  return { answer: current, at };
}

/** The target and hidden fields of a sign-in page's form. */
export function signInAction(answer, at) {
  const body = expectPage(answer);
  const plain = (text) => text.replaceAll(/&amp;|&#38;/g, '&');
  const inputs = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return {
    action: new URL(plain(/action="([^"]+)"/.exec(body)?.[1] ?? ''), at).href,
    hidden: Object.fromEntries(inputs.map(([, name, value]) => [name, plain(value)])),
  };
}

/** The code of the redirect to the callback; undefined for any other answer. */
export function codeOf({ location }) {
  return new URL(location ?? CALLBACK).searchParams.get('code') ?? undefined;
}
