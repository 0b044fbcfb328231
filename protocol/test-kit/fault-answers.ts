// Makes the answers of faults: instead of the handler's, or by changing it.
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import type { EffectName } from '#protocol/contract/fault-effects.ts';
import type { FaultEffectWire } from '#protocol/contract/faults.ts';
import { OAUTH_ERRORS, type OAuthErrorCode } from '#protocol/contract/oauth-errors.ts';
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import type { DecodedJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { withCors } from '#protocol/http/cors.ts';
import { oauthErrorReply } from '#protocol/http/errors.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { Handle } from '#protocol/http/exchange-interceptor.ts';
import type { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { challenge, jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { allowedOrigins } from '#protocol/realm/clients/web-origins.ts';
import { moveBack } from './broken-tokens.ts';
import type { ForeignKeys } from './foreign-keys.ts';
import { type NewToken, rewriteTokens } from './rewrite-tokens.ts';

export interface FaultAnswerDeps {
  readonly keys: RealmKeys;
  readonly foreignKeys: ForeignKeys;
}

/** A request that gets a fault. */
export interface FaultyExchange {
  readonly exchange: RealmExchange;
  readonly recorded: Pick<RecordedExchange, 'refusedAtDoor'>;
  readonly endpoint: EndpointName;
  readonly clientId: string | undefined;
  readonly handle: Handle;
  /** Why the answer is an error, and how to be rid of it; for Activity. */
  readonly reason: string;
  readonly remedy: string;
}

/** `changed` is false when there was nothing that the fault could change. */
export interface FaultAnswer {
  readonly reply: Reply;
  readonly changed: boolean;
}

type AnswerEffect = (
  faulty: FaultyExchange,
  effect: FaultEffectWire,
  deps: FaultAnswerDeps,
) => Promise<FaultAnswer> | FaultAnswer;

/** Whether a text is the `error` of a known OAuth error. */
export function isOAuthErrorCode(code: string): code is OAuthErrorCode {
  return Object.hasOwn(OAUTH_ERRORS, code);
}

/** Pages of the client named in the request must be able to read the answer, as they can any other. */
function readableByClient({ exchange, clientId }: FaultyExchange, reply: Reply): Reply {
  const client = exchange.realm.clients.get(clientId ?? '');
  return withCors(reply, exchange, client === undefined ? ['*'] : allowedOrigins(client, exchange.baseUrl));
}

function withStatus(
  faulty: FaultyExchange,
  { status = 500, body, headers = {} }: FaultEffectWire,
): FaultAnswer {
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const all = { ...NO_STORE, ...lower };
  const isText = typeof body === 'string' && lower['content-type'] !== undefined;
  const reply =
    body === undefined
      ? { status, headers: all }
      : isText
        ? { status, headers: all, body }
        : jsonReply(status, body, all);
  const { reason: description, remedy } = faulty;
  if (status >= 400)
    faulty.recorded.refusedAtDoor({ code: 'fault', description, remedy, section: 'RFC 9110 §15' });
  return { reply: readableByClient(faulty, reply), changed: true };
}

/** RFC 6750 §3: errors of protected resources are in the challenge as well. */
function withChallenge({ exchange, endpoint }: FaultyExchange, error: OAuthError, reply: Reply): Reply {
  if (endpoint !== 'userinfo') return reply;
  const { code, description } = error;
  const value = challenge('Bearer', {
    realm: exchange.realm.name,
    error: code,
    error_description: description,
  });
  return { ...reply, headers: { ...reply.headers, 'www-authenticate': value } };
}

async function withOAuthError(faulty: FaultyExchange, { oauthError }: FaultEffectWire): Promise<FaultAnswer> {
  const { exchange, endpoint, handle, reason, remedy } = faulty;
  const { error: code = '', description, status } = oauthError ?? {};
  if (!isOAuthErrorCode(code)) throw new TypeError(`${code} is not an OAuth error`);
  const error = new OAuthError(code, {
    reason,
    remedy,
    status,
    ...(description === undefined ? {} : { description }),
  });
  if (endpoint === 'authorization') {
    const forced = Object.freeze({ ...exchange, forcedError: error });
    return { reply: await handle(forced), changed: true };
  }
  const reply = withChallenge(faulty, error, oauthErrorReply(exchange, error));
  return { reply: readableByClient(faulty, reply), changed: true };
}

/** Endpoints whose handlers only read, so that half of the real answer can be sent. */
const READ_ONLY: readonly EndpointName[] = ['keys', 'discovery', 'userinfo', 'introspection'];
const PAGES: readonly EndpointName[] = ['authorization', 'logout', 'saml'];

/** A body of the usual kind and size, of which only half is sent. */
function madeUpReply(endpoint: EndpointName): Reply {
  if (!PAGES.includes(endpoint)) return jsonReply(200, { access_token: createRandomText(600) }, NO_STORE);
  const body = `<!doctype html>\n<html lang="en"><head><title>Sign in</title></head><body>${' '.repeat(400)}</body></html>`;
  return { status: 200, headers: { ...NO_STORE, 'content-type': 'text/html; charset=utf-8' }, body };
}

async function cutShort({ exchange, endpoint, handle }: FaultyExchange): Promise<FaultAnswer> {
  const reply = READ_ONLY.includes(endpoint) ? await handle(exchange) : madeUpReply(endpoint);
  return { reply: { ...reply, breaksOff: 'midway' }, changed: true };
}

/** Runs the handler and signs the tokens of its answer anew. */
async function resign(
  { exchange, handle }: FaultyExchange,
  sign: (token: DecodedJws, algorithm: string) => Promise<NewToken | undefined>,
): Promise<FaultAnswer> {
  const reply = await handle(exchange);
  const changed = await rewriteTokens(reply, async (token) => {
    const { alg } = token.header;
    return alg === undefined || alg === 'none' ? undefined : sign(token, alg);
  });
  return { reply: changed ?? reply, changed: changed !== undefined };
}

function signWrongly(faulty: FaultyExchange, { foreignKeys }: FaultAnswerDeps): Promise<FaultAnswer> {
  return resign(faulty, async ({ header, claims }, algorithm) => {
    const key = { kid: header.kid ?? '', algorithm, key: await foreignKeys.find(algorithm) };
    return { header, claims, key };
  });
}

/** The JSON of a keys document with some of its keys. */
interface KeysDocument {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

function changeKeys(reply: Reply, change: (keys: KeysDocument['keys']) => KeysDocument['keys']): FaultAnswer {
  // The keys endpoint always answers with a key set.
  const { keys } = JSON.parse(reply.body?.toString() ?? '{"keys":[]}') as KeysDocument;
  return { reply: { ...reply, body: JSON.stringify({ keys: change(keys) }) }, changed: true };
}

/** A copy, because headers are cached by key. */
async function copySigningKey({ exchange }: FaultyExchange, { keys }: FaultAnswerDeps, algorithm: string) {
  return { ...(await keys.signingKey(exchange.realm.name, algorithm)) };
}

/** Signed responses of userinfo and introspection, which have no lifespan, stay as they are. */
function expireTokens(faulty: FaultyExchange, deps: FaultAnswerDeps): Promise<FaultAnswer> {
  return resign(faulty, async ({ header, claims }, algorithm) => {
    if (claims['exp'] === undefined) return undefined;
    const key = await copySigningKey(faulty, deps, algorithm);
    return { header, claims: { ...claims, ...moveBack(claims) }, key };
  });
}

async function leaveOutKid(faulty: FaultyExchange, deps: FaultAnswerDeps): Promise<FaultAnswer> {
  const { exchange, endpoint, handle } = faulty;
  if (endpoint === 'keys')
    return changeKeys(await handle(exchange), (keys) => keys.map(({ kid: _kid, ...key }) => key));
  return resign(faulty, async ({ header, claims }, algorithm) => {
    const key = await copySigningKey(faulty, deps, algorithm);
    return { header: { ...header, kid: undefined }, claims, key };
  });
}

/** Keys are listed by priority, and a new key gets the highest. */
function withoutNewest(keys: KeysDocument['keys']): KeysDocument['keys'] {
  const newest = keys.find(({ use }) => use === 'sig');
  return keys.filter((key) => key !== newest);
}

const ANSWERS: Readonly<Record<EffectName, AnswerEffect>> = {
  status: withStatus,
  oauthError: withOAuthError,
  drop: () => ({ reply: { status: 0, breaksOff: 'unanswered' }, changed: true }),
  cut: cutShort,
  wrongKey: (faulty, _effect, deps) => signWrongly(faulty, deps),
  expired: (faulty, _effect, deps) => expireTokens(faulty, deps),
  kidMissing: (faulty, _effect, deps) => leaveOutKid(faulty, deps),
  staleKeys: async ({ exchange, handle }) => changeKeys(await handle(exchange), withoutNewest),
};

/** The answer with the effect; without an effect, the handler's. */
export async function answerWithFault(
  faulty: FaultyExchange,
  name: EffectName | undefined,
  effect: FaultEffectWire,
  deps: FaultAnswerDeps,
): Promise<FaultAnswer> {
  if (name === undefined) return { reply: await faulty.handle(faulty.exchange), changed: true };
  return ANSWERS[name](faulty, effect, deps);
}
