// The types of identity providers that the console offers, and what a new one needs.
import { findProviderType } from '#protocol/contract/identity-provider-types.ts';
import type { StoredProvider } from '../../api/providers.ts';
import { type PlainKey, text } from '../../texts/text.ts';

/** What can be entered for a new provider. */
type Entry = 'client' | 'discovery' | 'addresses' | 'saml';

interface OfferedType {
  /** `providerId` in the realm file. */
  readonly id: string;
  /** As the company or the protocol is called. */
  readonly name: string;
  /** A clause for the list of types; absent for networks, whose name says it all. */
  readonly hint?: PlainKey;
  readonly entries: readonly Entry[];
}

/** In the order of the list: networks first. */
export const OFFERED_TYPES: readonly OfferedType[] = [
  { id: 'google', name: 'Google', entries: ['client'] },
  { id: 'github', name: 'GitHub', entries: ['client'] },
  { id: 'microsoft', name: 'Microsoft', entries: ['client'] },
  { id: 'facebook', name: 'Facebook', entries: ['client'] },
  { id: 'gitlab', name: 'GitLab', entries: ['client'] },
  { id: 'linkedin-openid-connect', name: 'LinkedIn', entries: ['client'] },
  { id: 'oidc', name: 'OpenID Connect', hint: 'providers:type.oidc', entries: ['client', 'discovery'] },
  {
    id: 'keycloak-oidc',
    name: 'Keycloak OpenID Connect',
    hint: 'providers:type.keycloak',
    entries: ['client', 'discovery'],
  },
  { id: 'saml', name: 'SAML 2.0', hint: 'providers:type.saml', entries: ['saml'] },
  { id: 'oauth2', name: 'OAuth 2.0', hint: 'providers:type.oauth2', entries: ['client', 'addresses'] },
];

/** Offered before the first provider exists. */
export const COMMON_TYPES: readonly string[] = ['google', 'github', 'microsoft', 'oidc'];

export function findOfferedType(id: string): OfferedType | undefined {
  return OFFERED_TYPES.find((type) => type.id === id);
}

/** Name of any type, also of one that the console does not offer. */
export function nameOfType(id: string): string {
  return findOfferedType(id)?.name ?? findProviderType(id)?.name ?? id;
}

/** Name and type of a provider. Networks are usually called like their type. */
export function describeProvider({
  providerId,
  state: { name },
}: Pick<StoredProvider, 'providerId'> & { readonly state: Pick<StoredProvider['state'], 'name'> }): string {
  const type = nameOfType(providerId);
  return name === type ? type : text('providers:provider.summary', { name, type });
}

/** The first alias that is free: the type's, or with a number. */
export function suggestAlias(id: string, taken: ReadonlySet<string>): string {
  const base = id.replace(/-openid-connect$/, '');
  let alias = base;
  for (let place = 2; taken.has(alias); place += 1) alias = `${base}-${place}`;
  return alias;
}

/** What the dialog of a new provider has. */
export interface NewProviderValues {
  readonly type: string;
  readonly alias: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** From the provider's description. */
  readonly imported: Readonly<Record<string, string>>;
}

/** What a stand-in accepts, so that a new provider works at once. */
const PLACEHOLDER = 'stand-in';

/** Nothing listens there: a stand-in takes the place of the provider. */
const ADDRESSES: Readonly<Record<string, string>> = {
  authorizationUrl: 'https://provider.example/authorize',
  tokenUrl: 'https://provider.example/token',
  userInfoUrl: 'https://provider.example/userinfo',
};

const SAML_ADDRESSES: Readonly<Record<string, string>> = {
  idpEntityId: 'https://provider.example',
  singleSignOnServiceUrl: 'https://provider.example/sso',
  nameIDPolicyFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  principalType: 'SUBJECT',
  postBindingAuthnRequest: 'true',
  postBindingResponse: 'true',
  postBindingLogout: 'true',
};

/** A placeholder if nothing is entered. */
function orPlaceholder(entered: string): string {
  return entered.trim() === '' ? PLACEHOLDER : entered;
}

function openIdConfig(hasImport: boolean): Readonly<Record<string, string>> {
  const usual = { defaultScope: 'openid profile email', pkceEnabled: 'true' };
  return hasImport ? usual : { ...usual, ...ADDRESSES, issuer: 'https://provider.example' };
}

/** `config` of a new provider. What is not entered gets a placeholder. */
export function newProviderConfig(values: NewProviderValues): Readonly<Record<string, string>> {
  const { type, clientId, clientSecret, imported } = values;
  const entries = findOfferedType(type)?.entries ?? ['client'];
  const client = { clientId: orPlaceholder(clientId.trim()), clientSecret: orPlaceholder(clientSecret) };
  return {
    ...(entries.includes('saml') ? SAML_ADDRESSES : {}),
    ...(entries.includes('addresses') ? ADDRESSES : {}),
    ...(entries.includes('discovery') ? openIdConfig(Object.keys(imported).length > 0) : {}),
    ...(entries.includes('client') ? client : {}),
    ...imported,
    // Descriptions do not say it.
    syncMode: 'IMPORT',
  };
}
