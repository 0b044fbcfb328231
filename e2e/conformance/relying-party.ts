// A strict relying party: reads responses in every response mode and verifies every token with jose.
import { createHash } from 'node:crypto';
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { PlainBrowser, submitSignIn } from '../support/sign-in.ts';
import { CALLBACK, FIRST, PERSON, REALM, type RegisteredClient } from './realm.ts';

/** A response type with its response mode, which the suite calls a variant. */
export interface Variant {
  readonly responseType: string;
  /** If undefined, the default of the response type. */
  readonly responseMode?: 'form_post';
}

/** Parameters of a request. */
export type Fields = Readonly<Record<string, string>>;

/** The result of the authorization endpoint. */
export type Answer =
  | {
      readonly kind: 'callback';
      readonly channel: 'query' | 'fragment' | 'form_post';
      readonly uri: string;
      readonly fields: URLSearchParams;
    }
  | { readonly kind: 'sign-in'; readonly html: string; readonly url: string }
  | { readonly kind: 'page'; readonly status: number; readonly html: string };

/** The client was called back. */
export type Called = Extract<Answer, { kind: 'callback' }>;

/** The tokens of a complete sign-in. */
export interface Held {
  readonly answer: Called;
  /** Verified. From the token endpoint if it returns one, otherwise from the authorization endpoint. */
  readonly idToken: JWTPayload;
  readonly idTokenText: string;
  readonly accessToken: string | undefined;
  readonly refreshToken: string | undefined;
  readonly code: string | undefined;
}

/** Response of the token endpoint. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function readFormPost(html: string): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of html.matchAll(
    /<input type="hidden" name="([^"]*)" value="([^"]*)">/g,
  ))
    fields.append(unescapeHtml(name), unescapeHtml(value));
  return fields;
}

async function readAnswer(response: Response, url: string): Promise<Answer> {
  const location = response.headers.get('location');
  if (location !== null) {
    const { origin, pathname, search, hash } = new URL(location, url);
    const channel = hash === '' ? 'query' : 'fragment';
    const fields = new URLSearchParams(channel === 'query' ? search : hash.slice(1));
    return { kind: 'callback', channel, uri: `${origin}${pathname}`, fields };
  }
  const html = await response.text();
  if (html.includes('id="kc-form-login"')) return { kind: 'sign-in', html, url };
  const posted = /<form method="post" action="([^"]*)">/.exec(html)?.[1];
  if (posted !== undefined && html.includes('Form_Post'))
    return { kind: 'callback', channel: 'form_post', uri: unescapeHtml(posted), fields: readFormPost(html) };
  return { kind: 'page', status: response.status, html };
}

function halfHash(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
}

/** One client of one server. `now` is the realm's time in milliseconds. */
export class RelyingParty {
  readonly issuer: string;
  readonly endpoint: string;
  readonly client: RegisteredClient;
  readonly variant: Variant;
  now: () => number = () => Date.now();

  constructor(url: string, variant: Variant, client: RegisteredClient = FIRST) {
    this.issuer = `${url}/realms/${REALM}`;
    this.endpoint = `${this.issuer}/protocol/openid-connect`;
    this.variant = variant;
    this.client = client;
  }

  /** The profile's request with a new state and nonce; empty fields are left out. */
  fields(extra: Fields = {}): Fields {
    const all = {
      client_id: this.client.clientId,
      redirect_uri: CALLBACK,
      response_type: this.variant.responseType,
      scope: 'openid',
      state: crypto.randomUUID(),
      nonce: crypto.randomUUID(),
      ...(this.variant.responseMode === undefined ? {} : { response_mode: this.variant.responseMode }),
      ...extra,
    };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  }

  /** Sends the request, by default with GET. */
  async ask(browser: PlainBrowser, fields: Fields, method: 'GET' | 'POST' = 'GET'): Promise<Answer> {
    const form = new URLSearchParams(fields);
    const url = method === 'GET' ? `${this.endpoint}/auth?${form}` : `${this.endpoint}/auth`;
    const response = await browser.request(url, method === 'GET' ? {} : { method, body: form });
    return readAnswer(response, url);
  }

  /** Fills in and submits the sign-in page. */
  async submit(browser: PlainBrowser, page: Answer): Promise<Called> {
    if (page.kind !== 'sign-in') throw new Error(`no sign-in page but ${JSON.stringify(page)}`);
    const submitted = await submitSignIn((url, init) => browser.request(url, init), page, PERSON);
    const answer = await readAnswer(submitted, page.url);
    if (answer.kind !== 'callback') throw new Error(`not called back: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** A complete sign-in: the page and the code exchange, if there are any, with all tokens verified. */
  async signIn(
    extra: Fields = {},
    browser = new PlainBrowser(),
    method: 'GET' | 'POST' = 'GET',
  ): Promise<Held> {
    const fields = this.fields(extra);
    const first = await this.ask(browser, fields, method);
    const answer = first.kind === 'callback' ? first : await this.submit(browser, first);
    return this.take(answer, fields);
  }

  /** Verifies a response and exchanges its code. */
  async take(answer: Called, fields: Fields): Promise<Held> {
    this.#checkAnswer(answer.fields, fields);
    const [code, idTokenText, accessToken] = ['code', 'id_token', 'access_token'].map(
      (name) => answer.fields.get(name) ?? undefined,
    );
    const nonce = fields['nonce'];
    const front =
      idTokenText === undefined
        ? undefined
        : await this.verify(idTokenText, { nonce, code, accessToken, front: true });
    if (code !== undefined) return this.#redeem(answer, code, nonce, front);
    if (idTokenText === undefined || front === undefined) throw new Error('neither code nor ID token');
    return { answer, idToken: front, idTokenText, accessToken, refreshToken: undefined, code };
  }

  async #redeem(
    answer: Called,
    code: string,
    nonce: string | undefined,
    front: JWTPayload | undefined,
  ): Promise<Held> {
    const { status, body } = await this.exchange(code);
    if (status !== 200) throw new Error(`the code was refused: ${JSON.stringify(body)}`);
    const [idTokenText, accessToken] = [String(body['id_token']), String(body['access_token'])];
    const idToken = await this.verify(idTokenText, { nonce, accessToken });
    if (front !== undefined && (front.sub !== idToken.sub || front.iss !== idToken.iss))
      throw new Error('the two ID tokens tell of different people');
    const refreshToken = typeof body['refresh_token'] === 'string' ? body['refresh_token'] : undefined;
    return { answer, idToken, idTokenText, accessToken, refreshToken, code };
  }

  #checkAnswer(given: URLSearchParams, fields: Fields): void {
    if (given.has('error')) throw new Error(`refused: ${given}`);
    if (given.get('state') !== (fields['state'] ?? null)) throw new Error(`another state: ${given}`);
    if (given.has('refresh_token')) throw new Error('a refresh token came through the browser');
    this.#checkParts(given);
  }

  #checkParts(given: URLSearchParams): void {
    const parts = new Set(this.variant.responseType.split(' '));
    const members = { code: 'code', id_token: 'id_token', token: 'access_token' } as const;
    for (const [part, member] of Object.entries(members)) {
      if (given.has(member) !== parts.has(part))
        throw new Error(`${member} for ${this.variant.responseType}: ${given}`);
    }
    if (given.has('access_token') && given.get('token_type')?.toLowerCase() !== 'bearer')
      throw new Error(`token_type is ${given.get('token_type')}`);
  }

  /** OIDC Core §3.1.3.7, §3.2.2.11, §3.3.2.11. */
  async verify(
    text: string,
    {
      nonce,
      code,
      accessToken,
      front = false,
    }: {
      nonce?: string | undefined;
      code?: string | undefined;
      accessToken?: string | undefined;
      front?: boolean;
    },
  ): Promise<JWTPayload> {
    const { alg, kid } = decodeProtectedHeader(text);
    if (alg !== 'RS256' || kid === undefined) throw new Error(`alg ${alg}, kid ${kid}`);
    const { payload } = await jwtVerify(text, createLocalJWKSet(await this.keys()), {
      issuer: this.issuer,
      audience: this.client.clientId,
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: new Date(this.now()),
    });
    if (payload['nonce'] !== nonce) throw new Error(`nonce is ${payload['nonce']}, not ${nonce}`);
    const bound = [
      ['c_hash', front ? code : undefined],
      ['at_hash', accessToken],
    ] as const;
    for (const [claim, value] of bound) {
      if (value !== undefined && payload[claim] !== halfHash(value))
        throw new Error(`${claim} is ${payload[claim]}`);
    }
    return payload;
  }

  async keys(): Promise<JSONWebKeySet> {
    return (await fetch(`${this.endpoint}/certs`)).json() as Promise<JSONWebKeySet>;
  }

  /** Redeems a code, by default with client_secret_basic. */
  async exchange(code: string, extra: Fields = {}): Promise<TokenAnswer> {
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...extra });
  }

  /** A token request; a field `client_secret` selects client_secret_post. */
  async token(fields: Fields): Promise<TokenAnswer> {
    const { clientId, secret } = this.client;
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString(
      'base64',
    );
    const headers: Record<string, string> =
      'client_secret' in fields ? {} : { authorization: `Basic ${basic}` };
    const response = await fetch(`${this.endpoint}/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    });
    return { status: response.status, body: (await response.json()) as TokenAnswer['body'] };
  }

  /** Claims of the userinfo endpoint. */
  async userInfo(
    accessToken: string,
    how: 'get' | 'post-header' | 'post-body' = 'get',
  ): Promise<TokenAnswer> {
    const headers: Record<string, string> =
      how === 'post-body' ? {} : { authorization: `Bearer ${accessToken}` };
    const response = await fetch(`${this.endpoint}/userinfo`, {
      method: how === 'get' ? 'GET' : 'POST',
      headers,
      ...(how === 'post-body' ? { body: new URLSearchParams({ access_token: accessToken }) } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as TokenAnswer['body']) };
  }
}
