// What a request says about itself before it is handled: grant, client, user. Nothing is verified or consumed.
import { inflateRawSync } from 'node:zlib';
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { readBasicCredentials } from '#protocol/http/basic-credentials.ts';
import { readTokenOf } from '#protocol/http/bearer.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { decodeLeniently } from '#protocol/http/masking.ts';
import type { Store, UserSession } from '#protocol/store/store.ts';

/** The request's own claims about who sends it, and for whom. */
export interface RequestFacts {
  /** `grant_type` of a token request. */
  readonly grant: string | undefined;
  readonly clientId: string | undefined;
  readonly username: string | undefined;
  /** The session of the code, token or cookie in the request. */
  readonly session: UserSession | undefined;
}

export interface RequestFactsDeps {
  readonly store: Pick<Store, 'users' | 'sessions'>;
}

const MAX_SAML_BYTES = 256 * 1024;

/** Parameters that contain a token of ours, which names its session and subject. */
const TOKEN_PARAMETERS = ['refresh_token', 'subject_token', 'token', 'access_token', 'id_token_hint'];

type Claims = Readonly<Record<string, unknown>>;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function parameterOf({ form, query }: RealmExchange, name: string): string | undefined {
  return form.get(name) || query.get(name) || undefined;
}

function claimsOf(token: string | undefined): Claims | undefined {
  return token === undefined ? undefined : decodeJws(token)?.claims;
}

function presentedToken(exchange: RealmExchange): Claims | undefined {
  return claimsOf(readTokenOf(exchange, 'Bearer') ?? readTokenOf(exchange, 'DPoP'));
}

/** The XML of a SAML message in the query (deflated) or in a form; undefined if it is neither. */
function samlText({ form, query, text }: RealmExchange): string | undefined {
  if (text !== '') return text;
  const posted = form.get('SAMLRequest') ?? form.get('SAMLResponse');
  if (posted !== undefined) return Buffer.from(posted, 'base64').toString('utf8');
  const sent = query.get('SAMLRequest') ?? query.get('SAMLResponse');
  if (sent === undefined) return undefined;
  try {
    return inflateRawSync(Buffer.from(sent, 'base64'), { maxOutputLength: MAX_SAML_BYTES }).toString('utf8');
  } catch {
    // The endpoint reports the malformed message.
    return undefined;
  }
}

function serviceProviderOf(exchange: RealmExchange): string | undefined {
  const urlName = exchange.pathParameters['name'];
  if (urlName !== undefined) {
    const clients = [...exchange.realm.clients.values()];
    return clients.find(({ attributes }) => attributes['saml_idp_initiated_sso_url_name'] === urlName)
      ?.clientId;
  }
  const issuer = /<(?:[\w.-]+:)?Issuer\b[^>]*>([^<]+)</.exec(samlText(exchange) ?? '')?.[1];
  return issuer?.trim().replaceAll('&amp;', '&');
}

/** Client IDs in a Basic header are form-encoded (RFC 6749 §2.3.1). */
function basicClient({ headers }: RealmExchange): string | undefined {
  const basic = readBasicCredentials(headers.authorization);
  return basic === undefined ? undefined : decodeLeniently(basic.username);
}

function clientOf(exchange: RealmExchange, endpoint: EndpointName): string | undefined {
  if (endpoint === 'saml') return serviceProviderOf(exchange);
  if (endpoint === 'registry') return exchange.query.get('service') || undefined;
  const assertion = claimsOf(exchange.form.get('client_assertion'));
  const hint = claimsOf(parameterOf(exchange, 'id_token_hint'));
  return (
    parameterOf(exchange, 'client_id') ??
    basicClient(exchange) ??
    textOf(assertion?.['sub']) ??
    textOf(presentedToken(exchange)?.['azp']) ??
    textOf(hint?.['azp'])
  );
}

/** Tokens of ours in the request, as far as they can be decoded. */
function listTokens(exchange: RealmExchange): readonly Claims[] {
  return [
    presentedToken(exchange),
    ...TOKEN_PARAMETERS.map((name) => claimsOf(parameterOf(exchange, name))),
    claimsOf(exchange.cookies.get('KEYCLOAK_IDENTITY')),
  ].filter((claims) => claims !== undefined);
}

/** The session of the code (whose second part is the session) or of a token. */
async function sessionOf(
  exchange: RealmExchange,
  tokens: readonly Claims[],
  { sessions }: RequestFactsDeps['store'],
): Promise<UserSession | undefined> {
  const fromCode = exchange.form.get('code')?.split('.')[1];
  for (const id of [fromCode, ...tokens.map((claims) => textOf(claims['sid']))]) {
    const session = id === undefined ? undefined : await sessions.find(exchange.realm.id, id);
    if (session !== undefined) return session;
  }
  return undefined;
}

function namedUser(exchange: RealmExchange, endpoint: EndpointName): string | undefined {
  if (endpoint === 'registry') return readBasicCredentials(exchange.headers.authorization)?.username;
  return parameterOf(exchange, 'username') ?? parameterOf(exchange, 'login_hint');
}

async function userOf(
  exchange: RealmExchange,
  endpoint: EndpointName,
  session: UserSession | undefined,
  tokens: readonly Claims[],
  { store }: RequestFactsDeps,
): Promise<string | undefined> {
  if (session !== undefined) return session.username;
  const named = namedUser(exchange, endpoint);
  const { id } = exchange.realm;
  if (named !== undefined) {
    const user = named.includes('@') ? await store.users.findByEmail(id, named) : undefined;
    return user?.username ?? named;
  }
  const subject = tokens.map((claims) => textOf(claims['sub'])).find((sub) => sub !== undefined);
  return subject === undefined ? undefined : (await store.users.find(id, subject))?.username;
}

/** Reads what the request says; what it does not say is undefined. */
export async function readRequestFacts(
  exchange: RealmExchange,
  endpoint: EndpointName,
  deps: RequestFactsDeps,
): Promise<RequestFacts> {
  const tokens = listTokens(exchange);
  const session = await sessionOf(exchange, tokens, deps.store);
  return {
    grant: endpoint === 'token' ? exchange.form.get('grant_type') || undefined : undefined,
    clientId: clientOf(exchange, endpoint),
    username: await userOf(exchange, endpoint, session, tokens, deps),
    session,
  };
}
