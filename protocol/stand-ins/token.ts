// The token endpoint of a stand-in, and what its tokens are for. RFC 6749 §4.1.3, OIDC Core §3.1.3.
import { createHash, createSecretKey } from 'node:crypto';
import { nowInSeconds } from '#protocol/clock.ts';
import { createRandomText, equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import { decodeJws, signJws, verifyJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { matchesPattern } from '#protocol/realm/match-pattern.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { endpointsOf } from '#protocol/realm/view/provider-endpoints.ts';
import { standInKindOf } from './kinds/table.ts';
import { standInKey } from './stand-in-key.ts';
import type { StandInGrant, StandInStore } from './stand-in-store.ts';

/** Seconds. */
const TOKEN_SECONDS = 3600;
const RULE = 'stand-in';

export interface StandInTokenDeps {
  readonly store: StandInStore;
  /** Of the realm, which signs assertions as the provider's client. */
  readonly keys: Pick<RealmKeys, 'verificationKey'>;
  /** The issuer of a provider whose settings name none. */
  readonly issuerOf: (exchange: RealmExchange, provider: IdentityProvider) => string;
}

function refuse(
  exchange: RealmExchange,
  code: 'invalid_client' | 'invalid_grant',
  reason: string,
  remedy: string,
): Reply {
  const error = new OAuthError(code, { description: reason, reason, remedy, section: 'RFC 6749 §5.2' });
  exchange.activity.refused(error, RULE);
  return jsonReply(400, { error: code, error_description: reason }, NO_STORE);
}

/** The client, by form, header or assertion. Undefined if the credentials are right. */
async function findClientProblem(
  deps: StandInTokenDeps,
  exchange: RealmExchange,
  { config }: IdentityProvider,
): Promise<string | undefined> {
  const id = config['clientId'] ?? '';
  const secret = config['clientSecret'] ?? '';
  const assertion = exchange.form.get('client_assertion');
  if (assertion !== undefined)
    return (await isSignedByClient(deps, exchange, assertion, { id, secret }))
      ? undefined
      : 'The client_assertion is not signed with the key of the client.';
  const sent = sentCredentials(exchange);
  if (sent.id !== id) return `Client "${sent.id.slice(0, 255)}" is unknown.`;
  return secret === '' || equalsInConstantTime(sent.secret, secret)
    ? undefined
    : 'The client_secret is wrong.';
}

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** RFC 6749 §2.3.1: in the header or else in the form. */
function sentCredentials({ form, headers }: RealmExchange): Credentials {
  const [, encoded] = /^Basic (.+)$/i.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined)
    return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { id: decode(id), secret: decode(secret.join(':')) };
}

/** RFC 7523 §3: with the secret, or with a key of the realm. */
async function isSignedByClient(
  { keys }: StandInTokenDeps,
  { realm }: RealmExchange,
  assertion: string,
  { id, secret }: Credentials,
): Promise<boolean> {
  const token = decodeJws(assertion);
  if (token === undefined || token.claims['sub'] !== id) return false;
  const { alg = 'none', kid } = token.header;
  const key = alg.startsWith('HS')
    ? { kid: id, algorithm: alg, key: createSecretKey(Buffer.from(secret)) }
    : await keys.verificationKey(realm.name, kid, alg);
  return key !== undefined && verifyJws(token, key);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** RFC 7636 §4.6. */
function fitsChallenge({ challenge, challengeMethod }: StandInGrant, verifier: string): boolean {
  if (challenge === '') return true;
  const computed =
    challengeMethod === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  return equalsInConstantTime(computed, challenge);
}

/** POST: redeems a code, once. */
export async function issueTokens(
  deps: StandInTokenDeps,
  exchange: RealmExchange,
  provider: IdentityProvider,
): Promise<Reply> {
  const { form, clock, realm, activity } = exchange;
  activity.parties('understudy', 'identity-provider');
  const now = clock.now();
  const taken = await deps.store.codes.consume(realm.id, form.get('code') ?? '', now);
  if (taken.state !== 'unknown') activity.joinFlow(taken.value.flow);
  const client = await findClientProblem(deps, exchange, provider);
  if (client !== undefined)
    return refuse(
      exchange,
      'invalid_client',
      client,
      `Check config.clientId, clientSecret and clientAuthMethod of identity provider ${provider.alias}.`,
    );
  if (taken.state !== 'found' || taken.value.provider !== provider.alias)
    return refuse(
      exchange,
      'invalid_grant',
      'The code is unknown, has expired or was used.',
      'Start the sign-in again.',
    );
  const grant = taken.value;
  if (form.get('redirect_uri') !== grant.redirectUri)
    return refuse(
      exchange,
      'invalid_grant',
      'The redirect_uri is not the one of the code.',
      'Send the same redirect_uri.',
    );
  if (!fitsChallenge(grant, form.get('code_verifier') ?? ''))
    return refuse(
      exchange,
      'invalid_grant',
      'The code_verifier does not fit the code_challenge.',
      'Send the verifier of the request.',
    );
  return answer(deps, exchange, provider, grant);
}

async function answer(
  deps: StandInTokenDeps,
  exchange: RealmExchange,
  provider: IdentityProvider,
  grant: StandInGrant,
): Promise<Reply> {
  const kind = standInKindOf(provider);
  const token = `${kind.tokenPrefix}${createRandomText(24)}`;
  const now = exchange.clock.now();
  await deps.store.tokens.put(token, grant, now + TOKEN_SECONDS * 1000, now);
  const isOpenId = kind.idToken !== undefined && grant.scope.split(' ').includes('openid');
  const response = {
    access_token: token,
    token_type: kind.answersForms === true ? 'bearer' : 'Bearer',
    scope: grant.scope,
    ...(kind.answersForms === true ? {} : { expires_in: TOKEN_SECONDS }),
    ...(isOpenId ? { id_token: await signIdToken(deps, exchange, provider, grant, token) } : {}),
  };
  if (kind.answersForms !== true || exchange.headers.accept?.includes('json') === true)
    return jsonReply(200, response, NO_STORE);
  const body = new URLSearchParams(
    Object.entries(response).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return {
    status: 200,
    headers: { ...NO_STORE, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: body.toString(),
  };
}

/** OIDC Core §2. */
async function signIdToken(
  { issuerOf }: StandInTokenDeps,
  exchange: RealmExchange,
  provider: IdentityProvider,
  { person, clientId, nonce }: StandInGrant,
  token: string,
): Promise<string> {
  const kind = standInKindOf(provider);
  const now = nowInSeconds(exchange.clock);
  const [issuer = issuerOf(exchange, provider)] = endpointsOf(provider, exchange.baseUrl).issuers;
  const hash = createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
  const claims = {
    iss: issuer,
    aud: clientId,
    azp: clientId,
    iat: now,
    exp: now + TOKEN_SECONDS,
    auth_time: now,
    at_hash: hash,
    ...(nonce === '' ? {} : { nonce }),
    ...kind.idToken?.(person, person.id ?? kind.idOf(person)),
    ...essentialClaim(provider),
    ...person.claims,
  };
  return signJws(await standInKey(), claims);
}

/** What the settings require of ID tokens, so that people sign in; claims of a person replace it. A pattern has no such value. */
function essentialClaim({ config }: IdentityProvider): Readonly<Record<string, string>> {
  const { filteredByClaim, claimFilterName: name, claimFilterValue: value } = config;
  if (filteredByClaim !== 'true' || name === undefined || value === undefined) return {};
  return matchesPattern(value, value) ? { [name]: value } : {};
}

/** The grant of the access token in the header; a reply if there is none. RFC 6750 §2.1. */
async function findGrant(
  { store }: StandInTokenDeps,
  exchange: RealmExchange,
  { alias }: IdentityProvider,
): Promise<StandInGrant | Reply> {
  const { headers, realm, clock, activity } = exchange;
  activity.parties('understudy', 'identity-provider');
  const [, token = ''] = /^(?:Bearer|token) (.+)$/i.exec(headers.authorization ?? '') ?? [];
  const grant = await store.tokens.find(realm.id, token, clock.now());
  if (grant?.provider === alias) {
    activity.joinFlow(grant.flow);
    return grant;
  }
  const error = new OAuthError('invalid_token', {
    description: 'The access token is unknown or has expired.',
    reason: 'The access token is not one of this stand-in.',
    remedy: 'Send the access token of the token response.',
    section: 'RFC 6750 §3.1',
  });
  activity.refused(error, RULE);
  return jsonReply(401, { error: 'invalid_token', message: 'Bad credentials' });
}

/** GET: the profile. OIDC Core §5.3. */
export async function sendProfile(
  deps: StandInTokenDeps,
  exchange: RealmExchange,
  provider: IdentityProvider,
): Promise<Reply> {
  const grant = await findGrant(deps, exchange, provider);
  if ('status' in grant) return grant;
  const kind = standInKindOf(provider);
  const { person } = grant;
  return jsonReply(200, { ...kind.profile(person, person.id ?? kind.idOf(person)), ...person.claims });
}

/** GET: GitHub's list of addresses, which has also the private one. */
export async function sendEmails(
  deps: StandInTokenDeps,
  exchange: RealmExchange,
  provider: IdentityProvider,
): Promise<Reply> {
  const grant = await findGrant(deps, exchange, provider);
  if ('status' in grant) return grant;
  const { email, emailVerified, isEmailPrivate } = grant.person;
  const visibility = isEmailPrivate ? 'private' : 'public';
  return jsonReply(200, email === '' ? [] : [{ email, primary: true, verified: emailVerified, visibility }]);
}
