// The authorization request to a provider. OIDC Core §3.1.2.1, RFC 6749 §4.1.1, RFC 7636.
import { createHash } from 'node:crypto';
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import { withBrokeredFlow } from '#protocol/http/brokered-flow.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { BrokeredTab } from '#protocol/login/brokering/brokering-tabs.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { brokerEndpointUrl } from '#protocol/realm/view/provider-endpoints.ts';
import { kindOf } from '../providers/person.ts';

/** What the answer is compared with. */
export interface SentValues {
  readonly state: string;
  readonly nonce: string;
  /** Empty without PKCE. */
  readonly verifier: string;
}

/** Compat: the tab and the client are part of `state`, after what no one can guess. */
export function newValues(tab: BrokeredTab, { config }: IdentityProvider): SentValues {
  const client = Buffer.from(tab.request.clientId).toString('base64url');
  return {
    state: `${createRandomText(32)}.${tab.tabId}.${client}`,
    nonce: createRandomText(16),
    verifier: config['pkceEnabled'] === 'true' ? createRandomText(48) : '',
  };
}

/** The tab that a `state` names. */
export function tabOfState(state: string): string | undefined {
  const [, tab] = state.split('.');
  return tab === undefined || tab === '' ? undefined : tab;
}

/** OIDC Core §3.1.2.1: scopes, with `openid` for a provider that issues ID tokens. */
function scopeOf(provider: IdentityProvider): string {
  const kind = kindOf(provider);
  const names = (provider.config['defaultScope'] ?? kind?.scope ?? '').split(/[\s,]+/).filter(Boolean);
  return [...new Set(kind?.isOpenId === true ? ['openid', ...names] : names)].join(' ');
}

function challengeOf(verifier: string, method: string | undefined): Readonly<Record<string, string>> {
  if (verifier === '') return {};
  if (method === 'plain') return { code_challenge: verifier, code_challenge_method: 'plain' };
  const digest = createHash('sha256').update(verifier).digest('base64url');
  return { code_challenge: digest, code_challenge_method: 'S256' };
}

/** Parameters that the setting names, separated by commas. Those of this request cannot be replaced. */
function forwarded(config: IdentityProvider['config']): readonly string[] {
  const names = (config['forwardParameters'] ?? '').split(',').map((name) => name.trim());
  return names.filter((name) => name !== '' && !OWN_PARAMETERS.includes(name));
}

const OWN_PARAMETERS: readonly string[] = [
  'client_id',
  'redirect_uri',
  'response_type',
  'state',
  'nonce',
  'scope',
];

/** What the application's own request says, as far as the settings pass it on. */
function passedOn(
  { request }: BrokeredTab,
  { config }: IdentityProvider,
): Readonly<Record<string, string | undefined>> {
  const { loginHint, uiLocales, maxAgeSeconds, passedOn: sent = {}, forceLogin } = request;
  const isOn = (name: string) => config[name] === 'true';
  return {
    login_hint: isOn('loginHint') ? loginHint : undefined,
    ui_locales: isOn('uiLocales') ? uiLocales?.join(' ') : undefined,
    max_age: isOn('passMaxAge') && maxAgeSeconds !== undefined ? String(maxAgeSeconds) : undefined,
    acr_values: sent['acr_values'],
    prompt: config['prompt'] ?? sent['prompt'] ?? (forceLogin ? 'login' : undefined),
    ...Object.fromEntries(forwarded(config).map((name) => [name, sent[name]])),
  };
}

/** Google: accounts of a domain only, and a refresh token. */
function ofNetwork({ type, config }: IdentityProvider): Readonly<Record<string, string | undefined>> {
  if (type !== 'google') return {};
  return {
    hd: config['hostedDomain'],
    access_type: config['offlineAccess'] === 'true' ? 'offline' : undefined,
  };
}

/** The URL to which the browser is sent. Parameters of the address itself stay. */
export function authorizationUrl(
  exchange: RealmExchange,
  tab: BrokeredTab,
  provider: IdentityProvider,
  address: string,
  values: SentValues,
): string {
  const { config } = provider;
  const isOpenId = kindOf(provider)?.isOpenId === true;
  const url = new URL(address);
  const parameters: Readonly<Record<string, string | undefined>> = {
    response_type: 'code',
    client_id: config['clientId'],
    redirect_uri: brokerEndpointUrl(exchange, provider),
    scope: scopeOf(provider),
    state: values.state,
    nonce: isOpenId && config['disableNonce'] !== 'true' ? values.nonce : undefined,
    ...challengeOf(values.verifier, config['pkceMethod']),
    ...passedOn(tab, provider),
    ...ofNetwork(provider),
    response_mode: config['responseMode'],
  };
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== '') url.searchParams.set(name, value);
  return withBrokeredFlow(exchange, url.href);
}
