// Calls to a provider: the token request and the profile. Each is in Activity, in the flow of the sign-in.
import type { CallKind } from '#protocol/contract/outgoing-calls.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { CallResult } from '#protocol/http/outgoing-calls.ts';
import { brokerEndpointUrl } from '#protocol/realm/view/provider-endpoints.ts';
import type { AskedProvider, BrokerDeps } from '../brokering.ts';
import type { AnswerProblem, ProblemDetails } from '../provider-problem.ts';
import type { Claims } from '../providers/person.ts';
import { authenticateToProvider } from './authenticate-to-provider.ts';
import type { SentValues } from './authorization-request.ts';
import { verifyProfile } from './verify-id-token.ts';

/** A provider's answer has at most so many bytes. */
const MAX_BYTES = 512 * 1024;

/** Milliseconds. Providers are asked while the person waits. */
const TIMEOUT_MS = 10_000;

export type Answered<Value> =
  | { readonly value: Value; readonly problem?: undefined }
  | { readonly problem: AnswerProblem };

/** Who calls for whom. */
export interface Calling {
  readonly deps: Pick<BrokerDeps, 'calls' | 'clientKeys' | 'keys'>;
  readonly exchange: RealmExchange;
  readonly asked: AskedProvider;
  /** The client of the sign-in. */
  readonly clientId: string;
}

interface Call {
  readonly kind: CallKind;
  readonly title: string;
  readonly url: string;
  readonly setting: string;
  readonly section: string;
  /** A body makes it a POST. */
  readonly form?: Readonly<Record<string, string>>;
  readonly authorization?: string;
}

function send({ deps, exchange, asked, clientId }: Calling, call: Call): Promise<CallResult> {
  const { form, authorization, ...rest } = call;
  return deps.calls.send({
    ...rest,
    ...(form === undefined
      ? { method: 'GET' as const }
      : { contentType: 'application/x-www-form-urlencoded' }),
    ...(authorization === undefined ? {} : { authorization }),
    accept: 'application/json',
    to: 'identity-provider',
    called: `Identity provider ${asked.provider.alias}`,
    rule: 'ask-provider',
    body: async () => (form === undefined ? '' : new URLSearchParams(form).toString()),
    realm: exchange.realm.name,
    clientId,
    flow: exchange.activity.flow,
    accepted: [200, 201],
    timeoutMs: TIMEOUT_MS,
    maxAnswerBytes: MAX_BYTES,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Compat: a token response may also be a form, which is GitHub's default. */
function parseAnswer(text: string): Claims | undefined {
  const json = parseJson(text);
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Claims;
  if (json !== undefined || !text.includes('=')) return undefined;
  return Object.fromEntries(new URLSearchParams(text));
}

function explain({ alias }: AskedProvider['provider'], call: Call, result: CallResult): ProblemDetails {
  const { error, error_description: description } = parseAnswer(result.body) ?? {};
  const said = [error, description].filter((text) => typeof text === 'string').join(': ');
  return {
    reason: `Identity provider ${alias} at ${call.url} ${result.detail.replace(/\.$/, '')}${said === '' ? '' : ` (${said.slice(0, 500)})`}.`,
    remedy: `Check what the provider says, and ${call.setting}.`,
    section: call.section,
  };
}

const missing = (alias: string, setting: string, section: string): ProblemDetails => ({
  reason: `Identity provider ${alias} has no ${setting}.`,
  remedy: `Set config.${setting} of identity provider ${alias}.`,
  section,
});

/** Redeems the code. RFC 6749 §4.1.3, OIDC Core §3.1.3. */
export async function redeemCode(
  calling: Calling,
  code: string,
  { verifier }: SentValues,
): Promise<Answered<Claims>> {
  const { deps, exchange, asked } = calling;
  const { provider, endpoints } = asked;
  const section = 'RFC 6749 §4.1.3';
  if (endpoints.token === undefined) return { problem: missing(provider.alias, 'tokenUrl', section) };
  const { form, authorization } = await authenticateToProvider(deps, exchange, asked);
  const call: Call = {
    kind: 'broker-token',
    title: `Token request to ${provider.name}`,
    url: endpoints.token,
    setting: `config.tokenUrl, clientId and clientSecret of identity provider ${provider.alias}`,
    section,
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: brokerEndpointUrl(exchange, provider),
      ...(verifier === '' ? {} : { code_verifier: verifier }),
      ...form,
    },
    ...(authorization === undefined ? {} : { authorization }),
  };
  const result = await send(calling, call);
  const answer = result.outcome === 'accepted' ? parseAnswer(result.body) : undefined;
  // GitHub answers 200 with an error.
  if (answer === undefined || typeof answer['error'] === 'string')
    return { problem: explain(provider, call, result) };
  return { value: answer };
}

/** Fetches the profile, which may be a signed JWT. OIDC Core §5.3.1. */
export async function fetchProfile(
  calling: Calling,
  url: string,
  accessToken: string,
): Promise<Answered<unknown>> {
  const { provider } = calling.asked;
  const call: Call = {
    kind: 'broker-profile',
    title: `Profile from ${provider.name}`,
    url,
    setting: `config.userInfoUrl of identity provider ${provider.alias}`,
    section: 'OIDC Core §5.3.1',
    authorization: `Bearer ${accessToken}`,
  };
  const result = await send(calling, call);
  const value = result.outcome === 'accepted' ? parseJson(result.body) : undefined;
  if (value !== undefined) return { value };
  const { deps, exchange, asked } = calling;
  const { clientKeys } = deps;
  const signed =
    result.outcome === 'accepted'
      ? await verifyProfile(result.body, { exchange, clientKeys, asked })
      : undefined;
  if (signed === undefined) return { problem: explain(provider, call, result) };
  return signed.problem === undefined ? { value: signed.claims } : signed;
}
