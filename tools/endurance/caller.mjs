// The scenarios' requests for tokens, sign-ins, sign-outs and admin changes, with parsed responses.
import { CALLBACK, codeOf, createAuthorization, follow, signInAction } from '../bench/authorization-code.mjs';
import { Connection } from '../bench/http-client.mjs';
import { authnRequest, checkResponsePage } from '../bench/saml-message.mjs';
import { ADMIN, REALM, SAML, WEB } from './realm.mjs';
import { withinTime } from './server.mjs';

const ANSWER_LIMIT_MS = 30_000;

function parseOr(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The session in a token response. */
export function sidOf({ access_token: token }) {
  return JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString('utf8')).sid;
}

/** One connection to a server, used by one worker at a time. */
export class Caller {
  url;
  #connection = new Connection();
  #realmUrl;
  #adminToken;

  constructor(url, realm = REALM) {
    this.url = url;
    this.#realmUrl = `${url}/realms/${realm}`;
  }

  /** Resolves to status, location, body, and `json` if the body is JSON. */
  async send(method, path, content, headers) {
    const sent = this.#connection.send(method, this.url + path, content, headers);
    const answer = await withinTime(sent, ANSWER_LIMIT_MS, `${method} ${path}`);
    return { ...answer, json: parseOr(answer.body) };
  }

  #protocol(path, form) {
    const base = this.#realmUrl.slice(this.url.length);
    return this.send('POST', `${base}/protocol/openid-connect/${path}`, form);
  }

  discovery() {
    return this.send('GET', `${this.#realmUrl.slice(this.url.length)}/.well-known/openid-configuration`);
  }

  passwordGrant(user, scope = 'openid') {
    return this.#protocol('token', { grant_type: 'password', ...WEB, ...user, scope });
  }

  /** Authorization request with PKCE, sign-in page, password, code. If a step fails, returns its response. */
  async signInByForm(user, scope = 'openid') {
    this.#connection.forget();
    const request = createAuthorization(`${this.#realmUrl}/protocol/openid-connect/auth`, WEB, scope);
    const page = await this.#follow('GET', request.url);
    if (page.answer.status !== 200) return page.answer;
    const { action } = signInAction(page.answer, page.at);
    const { answer } = await this.#follow('POST', action, user);
    const code = codeOf(answer);
    if (code === undefined) return { ...answer, json: undefined };
    return this.#protocol('token', request.redemption(code));
  }

  async #follow(method, url, content) {
    const sent = this.#connection.send(method, url, content);
    const followed = sent.then((answer) => follow(this.#connection, url, answer));
    return withinTime(followed, ANSWER_LIMIT_MS, `${method} ${new URL(url).pathname}`);
  }

  /** AuthnRequest by POST, sign-in page, response by POST. */
  async signInBySaml(user) {
    this.#connection.forget();
    const target = `${this.#realmUrl}/protocol/saml`;
    const SAMLRequest = authnRequest({ ...SAML, destination: target, signed: false });
    const page = await this.#follow('POST', target, { SAMLRequest, RelayState: 'r' });
    const { action, hidden } = signInAction(page.answer, page.at);
    checkResponsePage((await this.#follow('POST', action, { ...hidden, ...user })).answer.body);
  }

  refresh(token) {
    return this.#protocol('token', { grant_type: 'refresh_token', ...WEB, refresh_token: token });
  }

  /** Ends the session of a refresh token; 204. */
  signOut(token) {
    return this.#protocol('logout', { ...WEB, refresh_token: token });
  }

  /** Ends the session like a web application does; 302 back to it. A browser with another session would have
   * to confirm first. */
  signOutByBrowser(idToken) {
    this.#connection.forget();
    const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: CALLBACK });
    const path = `${this.#realmUrl.slice(this.url.length)}/protocol/openid-connect/logout?${query}`;
    return this.send('GET', path);
  }

  revoke(token) {
    return this.#protocol('revoke', { ...WEB, token });
  }

  introspect(token) {
    return this.#protocol('token/introspect', { ...WEB, token });
  }

  userinfo(accessToken) {
    const path = `${this.#realmUrl.slice(this.url.length)}/protocol/openid-connect/userinfo`;
    return this.send('GET', path, undefined, { authorization: `Bearer ${accessToken}` });
  }

  serviceToken() {
    return this.#protocol('token', { grant_type: 'client_credentials', ...ADMIN });
  }

  /** A call of the admin API, below the realm's path. */
  async admin(method, path, content) {
    this.#adminToken ??= (await this.serviceToken()).json?.access_token;
    const headers = { authorization: `Bearer ${this.#adminToken}` };
    if (content !== undefined) headers['content-type'] = 'application/json';
    return this.send(method, `/admin/realms/${REALM}${path}`, content && JSON.stringify(content), headers);
  }

  /** Closes the connection; the next request opens another. */
  close() {
    this.#connection.close();
  }
}
