// Test browser of a user who signs in to the fixture's clients.
import { decodeJws } from '#protocol/crypto/jws.ts';
import { TestBrowser, type TestPage } from './browser.ts';

/** Claims of an ID token that tell who signed in, and how. OIDC Core §2. */
export interface IdTokenClaims {
  readonly preferred_username: string;
  readonly sid: string;
  readonly acr: string;
  /** Seconds. */
  readonly auth_time: number;
}

/** The only redirect URI of a client of the fixture. */
export function callbackOf(clientId: string): string {
  return `http://${clientId}.test/callback`;
}

/** An authorization request of client `shop`; the parameters in `query` replace or join its own. */
export function authorizationUrl(query = '', realm = 'r'): string {
  const sent = new URLSearchParams(query);
  const clientId = sent.get('client_id') ?? 'shop';
  const usual = {
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: callbackOf(clientId),
  };
  const parameters = new URLSearchParams({ ...usual, ...Object.fromEntries(sent) });
  return `/realms/${realm}/protocol/openid-connect/auth?${parameters}`;
}

/** One browser, whose user opens clients of realm `r`. */
export class LoginBrowser extends TestBrowser {
  /** Opens the authorization endpoint: `open('prompt=none&max_age=60')`. */
  open(query = ''): Promise<TestPage> {
    return this.get(authorizationUrl(query));
  }

  /**
   * Whether client `shop` gets a code with `prompt=none`, which resets the session's idle time.
   * @throws {TypeError} when the answer is neither a code nor `login_required`.
   */
  async isSignedIn(): Promise<boolean> {
    const { status, leadsTo, text } = await this.open('prompt=none');
    if (leadsTo['code'] !== undefined) return true;
    if (leadsTo['error'] === 'login_required') return false;
    throw new TypeError(`neither a code nor login_required: ${status} ${leadsTo['error'] ?? text}`);
  }

  /** Exchanges the code of `answer` as its client does. @throws {TypeError} when it has no code. */
  async idToken({ status, headers, leadsTo, text }: TestPage): Promise<IdTokenClaims> {
    const { code } = leadsTo;
    if (code === undefined) throw new TypeError(`no code: ${status} ${leadsTo['error'] ?? text}`);
    const [redirectUri = ''] = (headers.get('location') ?? '').split('?');
    const tokens = await new TestBrowser(this.baseUrl).post('/realms/r/protocol/openid-connect/token', {
      grant_type: 'authorization_code',
      client_id: new URL(redirectUri).hostname.replace('.test', ''),
      redirect_uri: redirectUri,
      code,
    });
    const claims = decodeJws(String(JSON.parse(tokens.text).id_token))?.claims;
    if (claims === undefined) throw new TypeError(`no ID token: ${tokens.text}`);
    return claims as unknown as IdTokenClaims;
  }

  /** The `preferred_username` for the code of `answer`. @throws {TypeError} when it has no code. */
  async usernameOf(answer: TestPage): Promise<string> {
    return (await this.idToken(answer)).preferred_username;
  }
}
