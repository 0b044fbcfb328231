// For tests: Keycloak's import of client scopes and clients, with its validation of clients.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
import { isJavaUri } from '../java-uri.ts';
import { itemsOf, type Json, objectOf, textOf, textsOf } from './json.ts';
import type { Known } from './known.ts';

/** Clients that Keycloak adds to a file without clients. */
export const BUILT_IN_CLIENTS: readonly string[] = [
  'account',
  'account-console',
  'admin-cli',
  'broker',
  'realm-management',
  'security-admin-console',
];

export function importScopes(realm: Json, known: Known): void {
  for (const scope of itemsOf(realm['clientScopes'])) {
    known.add(known.scopes, textOf(scope['name']), 'client scope');
    checkMappers(scope, known);
  }
  for (const member of ['defaultDefaultClientScopes', 'defaultOptionalClientScopes'])
    for (const name of textsOf(realm[member])) checkScope(name, known);
}

function checkScope(name: string, { scopes, refuse }: Known): void {
  if (!scopes.has(name)) refuse(`Referenced client scope '${name}' doesn't exist`);
}

function checkMappers(owner: Json, known: Known): void {
  const names = new Set<string>();
  for (const { protocol, name } of itemsOf(owner['protocolMappers']))
    known.add(
      names,
      `${textOf(protocol)} ${textOf(name)}`,
      'Protocol mapper name must be unique per protocol:',
    );
}

export function importClients(realm: Json, known: Known): void {
  if (realm['clients'] === undefined) for (const clientId of BUILT_IN_CLIENTS) known.clients.add(clientId);
  for (const client of itemsOf(realm['clients'])) {
    known.add(known.clients, textOf(client['clientId']), 'client');
    checkMappers(client, known);
    for (const name of [
      ...textsOf(client['defaultClientScopes']),
      ...textsOf(client['optionalClientScopes']),
    ])
      checkScope(name, known);
    for (const fault of [
      ...listDefaults(client),
      ...listUrlFaults(client),
      ...listLevelFaults(client, realm),
    ])
      known.refuse(`Invalid client ${textOf(client['clientId'])}: ${fault}`);
    checkCiba(client, realm, known);
  }
}

const WRITTEN = [
  'enabled',
  'publicClient',
  'standardFlowEnabled',
  'directAccessGrantsEnabled',
  'fullScopeAllowed',
];
const EARLIER = ['directGrantsOnly', 'clientTemplate'];

function listDefaults(client: Json): readonly string[] {
  const isOidc = client['protocol'] === 'openid-connect';
  const afterLogout = objectOf(client['attributes'])['post.logout.redirect.uris'];
  return [
    ...WRITTEN.filter((member) => client[member] === undefined).map((member) => `${member} gets a default`),
    ...EARLIER.filter((member) => client[member] !== undefined).map((member) => `${member} is applied again`),
    ...(isOidc && afterLogout === undefined ? ['post.logout.redirect.uris becomes +'] : []),
  ];
}

const SERVER = 'https://localhost/auth';

function listUrlFaults(client: Json): readonly string[] {
  const attributes = objectOf(client['attributes']);
  const root = textOf(client['rootUrl']);
  const base = root === '' || root.startsWith('${auth') ? SERVER : root;
  const absolute = (url: string, from: string): string => (url.startsWith('/') ? from + url : url);
  const uris = textsOf(client['redirectUris']).map((uri) => absolute(uri, base));
  const urls = [
    base,
    textOf(client['baseUrl']),
    textOf(attributes['policyUri']),
    textOf(attributes['tosUri']),
  ];
  const isUrl = (url: string): boolean => isJavaUri(url) && /^(https?|ftp|file|jar|mailto):/i.test(url);
  return [
    ...uris.filter((uri) => !isJavaUri(uri)).map((uri) => `A redirect URI is not a valid URI: ${uri}`),
    ...uris.filter((uri) => uri.includes('#')).map(() => 'Redirect URIs must not contain an URI fragment'),
    ...uris
      .filter((uri) => /^(data|javascript):/.test(uri))
      .map(() => 'A redirect URI uses an illegal scheme'),
    ...urls
      .filter((url) => url !== '' && !isUrl(absolute(url, SERVER)))
      .map((url) => `not a valid URL: ${url}`),
  ];
}

function readLevels(owner: unknown): readonly string[] {
  try {
    return Object.keys(JSON.parse(textOf(objectOf(owner)['acr.loa.map']) || '{}') as object);
  } catch {
    return [];
  }
}

function listLevelFaults(client: Json, realm: Json): readonly string[] {
  const attributes = objectOf(client['attributes']);
  const own = readLevels(attributes);
  const known = new Set(own.length > 0 ? own : readLevels(realm['attributes']));
  for (const { config } of itemsOf(realm['authenticatorConfig']))
    known.add(textOf(objectOf(config)['loa-condition-level']));
  const values = [textOf(attributes['default.acr.values']), textOf(attributes['minimum.acr.value'])];
  return values
    .flatMap((value) => value.split('##'))
    .filter((value) => value !== '' && !known.has(value))
    .map((value) => `ACR values need to be in the ACR-To-Loa mapping: ${value}`);
}

function checkCiba(client: Json, realm: Json, { refuse }: Known): void {
  const attributes = objectOf(client['attributes']);
  const ofRealm = textOf(objectOf(realm['attributes'])['cibaBackchannelTokenDeliveryMode']);
  const mode = textOf(attributes['ciba.backchannel.token.delivery.mode']) || ofRealm || 'poll';
  if (!/^(poll|ping)$/.test(mode)) refuse('Unsupported requested CIBA Backchannel Token Delivery Mode');
  if (mode === 'ping' && textOf(attributes['ciba.backchannel.client.notification.endpoint']) === '')
    refuse('CIBA Backchannel Client Notification Endpoint must be set for the CIBA ping mode');
}
