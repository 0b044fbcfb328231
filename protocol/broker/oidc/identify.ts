// Who the person is: the code is redeemed, and the provider's documents are checked and read.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { AskedProvider, BrokerDeps } from '../brokering.ts';
import type { ProviderAnswer } from '../mappers/apply-mappers.ts';
import type { AnswerProblem } from '../provider-problem.ts';
import { type Claims, kindOf, type Person } from '../providers/person.ts';
import { type Answered, type Calling, fetchProfile, redeemCode } from './ask-provider.ts';
import type { SentValues } from './authorization-request.ts';
import { findEssentialClaimProblem } from './essential-claim.ts';
import { type CheckedToken, type TokenSource, verifyAccessToken, verifyIdToken } from './verify-id-token.ts';

const NO_CLAIMS: Claims = {};

/** What has come back to the broker, and what it was asked. */
interface Given {
  readonly code: string;
  readonly sent: SentValues;
  readonly clientId: string;
  /** `max_age` of the application's request. */
  readonly maxAgeSeconds?: number | undefined;
}

/** What the provider says of the person who has come back with a code. */
export async function identify(
  deps: BrokerDeps,
  exchange: RealmExchange,
  asked: AskedProvider,
  given: Given,
): Promise<Answered<ProviderAnswer>> {
  const calling: Calling = { deps, exchange, asked, clientId: given.clientId };
  const source: TokenSource = { exchange, clientKeys: deps.clientKeys, asked };
  const redeemed = await redeemCode(calling, given.code, given.sent);
  if (redeemed.problem !== undefined) return redeemed;
  const idToken = await readIdToken(source, redeemed.value, given);
  if (idToken.problem !== undefined) return idToken;
  const profile = await readProfile(calling, redeemed.value, idToken.value);
  if (profile.problem !== undefined) return profile;
  const accessToken = await readAccessToken(source, redeemed.value);
  if (accessToken.problem !== undefined) return accessToken;
  const claims = [...accessToken.value, idToken.value, profile.value];
  return readAnswer(asked, redeemed.value, { idToken: idToken.value, profile: profile.value }, claims);
}

const answered = (checked: CheckedToken): Answered<Claims> =>
  checked.problem === undefined ? { value: checked.claims } : checked;

async function readIdToken(
  source: TokenSource,
  tokens: Claims,
  { sent, maxAgeSeconds }: Given,
): Promise<Answered<Claims>> {
  const { provider } = source.asked;
  const { config } = provider;
  if (kindOf(provider)?.isOpenId !== true) return { value: NO_CLAIMS };
  const token = tokens['id_token'];
  if (typeof token !== 'string')
    return {
      problem: {
        reason: `The token response of identity provider ${provider.alias} has no id_token.`,
        remedy: 'Request the scope openid (config.defaultScope), or use a provider of type oauth2.',
        section: 'OIDC Core §3.1.3.3',
      },
    };
  const checked = answered(
    await verifyIdToken(token, {
      ...source,
      nonce: config['disableNonce'] === 'true' ? undefined : sent.nonce,
      maxAgeSeconds: config['passMaxAge'] === 'true' ? maxAgeSeconds : undefined,
    }),
  );
  if (checked.problem !== undefined) return checked;
  const problem = findEssentialClaimProblem(provider, checked.value);
  return problem === undefined ? checked : { problem };
}

/**
 * Compat: mappers read the access token of another Keycloak, and that of other providers if the setting says that it is a
 * JWT. Choice: those of stand-ins are none; their ID tokens have all claims of the person.
 */
async function readAccessToken(source: TokenSource, tokens: Claims): Promise<Answered<readonly Claims[]>> {
  const { provider, isStandIn } = source.asked;
  const { type, config } = provider;
  const isJwt = type === 'keycloak-oidc' || (type === 'oidc' && config['isAccessTokenJWT'] === 'true');
  if (!isJwt || isStandIn) return { value: [] };
  const token = tokens['access_token'];
  if (typeof token !== 'string') return { problem: noAccessToken(provider.alias) };
  const checked = answered(await verifyAccessToken(token, source));
  return checked.problem === undefined ? { value: [checked.value] } : checked;
}

async function readProfile(calling: Calling, tokens: Claims, idToken: Claims): Promise<Answered<Claims>> {
  const { provider, endpoints } = calling.asked;
  const isNeeded = provider.config['disableUserInfo'] !== 'true' || kindOf(provider)?.isOpenId !== true;
  const { userinfo, emails } = endpoints;
  if (!isNeeded || userinfo === undefined) return { value: NO_CLAIMS };
  const token = tokens['access_token'];
  if (typeof token !== 'string') return { problem: noAccessToken(provider.alias) };
  const fetched = await fetchProfile(calling, userinfo, token);
  if (fetched.problem !== undefined) return fetched;
  const profile = isClaims(fetched.value) ? fetched.value : NO_CLAIMS;
  if (isOpenIdProfile(provider) && profile['sub'] === undefined)
    return { problem: noSubject(provider.alias) };
  if (isOfOther(idToken, profile)) return { problem: otherPerson(provider.alias) };
  return emails === undefined ? { value: profile } : addEmail(calling, profile, emails, token);
}

/** Networks have profiles of their own. */
const isOpenIdProfile = ({ type }: AskedProvider['provider']): boolean =>
  type === 'oidc' || type === 'keycloak-oidc';

const noSubject = (alias: string): AnswerProblem => ({
  reason: `The profile of identity provider ${alias} has no sub.`,
  remedy: 'Check config.userInfoUrl, or set config.disableUserInfo to true.',
  section: 'OIDC Core §5.3.2',
});

/** OIDC Core §5.3.2. */
function isOfOther({ sub }: Claims, profile: Claims): boolean {
  return sub !== undefined && profile['sub'] !== undefined && sub !== profile['sub'];
}

/** The primary address, if the profile has none. */
async function addEmail(
  calling: Calling,
  profile: Claims,
  url: string,
  token: string,
): Promise<Answered<Claims>> {
  if (typeof profile['email'] === 'string' && profile['email'] !== '') return { value: profile };
  const listed = await fetchProfile(calling, url, token);
  if (listed.problem !== undefined) return listed;
  const email = primaryEmail(listed.value);
  return { value: email === undefined ? profile : { ...profile, email } };
}

const noAccessToken = (alias: string): AnswerProblem => ({
  reason: `The token response of identity provider ${alias} has no access_token.`,
  remedy: 'Check what the provider says.',
  section: 'RFC 6749 §5.1',
});

const otherPerson = (alias: string): AnswerProblem => ({
  reason: `The profile of identity provider ${alias} is about another person (sub) than its id_token.`,
  remedy: 'Check config.userInfoUrl, or set config.disableUserInfo to true.',
  section: 'OIDC Core §5.3.2',
});

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** https://docs.github.com/en/rest/users/emails */
function primaryEmail(list: unknown): string | undefined {
  const entries = Array.isArray(list) ? list.filter(isClaims) : [];
  const email = entries.find(({ primary }) => primary === true)?.['email'];
  return typeof email === 'string' ? email : undefined;
}

function readAnswer(
  { provider }: AskedProvider,
  tokens: Claims,
  documents: { readonly idToken: Claims; readonly profile: Claims },
  claims: readonly Claims[],
): Answered<ProviderAnswer> {
  const person: Person | undefined = kindOf(provider)?.readPerson(documents, provider);
  const { id } = person ?? {};
  if (person === undefined || id === undefined)
    return {
      problem: {
        reason: `What identity provider ${provider.alias} says of the person has no id.`,
        remedy: 'Check config.userInfoUrl and the scopes (config.defaultScope).',
        section: 'OIDC Core §5.3.2',
      },
    };
  return {
    value: {
      id,
      username: person.username ?? id,
      email: person.email,
      emailVerified: person.emailVerified,
      firstName: person.firstName,
      lastName: person.lastName,
      claims,
      token: JSON.stringify(tokens),
      notes: notesOf(provider.alias, person.username ?? id, documents.idToken, tokens),
    },
  };
}

/** Compat: what the session knows of the sign-in, by Keycloak's names. */
function notesOf(
  alias: string,
  username: string,
  { sid, sub }: Claims,
  { id_token: token }: Claims,
): Readonly<Record<string, string>> {
  const notes = {
    identity_provider: alias,
    identity_provider_identity: username,
    FEDERATED_ID_TOKEN: token,
    FEDERATED_SID: sid,
    FEDERATED_SUB: sub,
  };
  return Object.fromEntries(
    Object.entries(notes).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
