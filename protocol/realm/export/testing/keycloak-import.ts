// For tests: judges a realm file as Keycloak 26's import does, step by step and in its order. Written from Keycloak's
// rules and not from the export's tables, so that a mistake there shows.
import { importClients, importScopes } from './import-clients.ts';
import { checkClientFlows, checkProviderFlows, importFlows } from './import-flows.ts';
import { importKeys } from './import-keys.ts';
import { importGroups, importMappings, importRoles } from './import-roles.ts';
import { importPolicies, importUsers } from './import-users.ts';
import {
  entriesOf,
  isObject,
  itemsOf,
  type Json,
  listJsonFaults,
  objectOf,
  textOf,
  textsOf,
} from './json.ts';
import { createKnown, type Known } from './known.ts';

export interface JudgeOptions {
  /** A partial export, which contains masks where Keycloak's does. */
  readonly isPartial?: boolean;
  /** Milliseconds, for certificates. */
  readonly now?: number;
}

const STEPS: readonly ((realm: Json, known: Known) => void)[] = [
  checkRealm,
  checkSettings,
  importFlows,
  importScopes,
  importClients,
  checkProviderFlows,
  checkClientFlows,
  importRoles,
  importMappings,
  importGroups,
  importKeys,
  checkProviders,
  importUsers,
  importPolicies,
  checkIds,
  checkMasks,
];

/** What Keycloak 26 refuses in the file or reads differently from what it says; empty if it imports it as it is meant. */
export function judgeAsKeycloak(file: unknown, options: JudgeOptions = {}): readonly string[] {
  // What reaches Keycloak is JSON.
  const realm: unknown = JSON.parse(JSON.stringify(file));
  const faults = listJsonFaults('Realm', realm);
  if (faults.length > 0 || !isObject(realm)) return faults;
  const known = createKnown({ isPartial: options.isPartial ?? false, now: options.now ?? 0 });
  for (const step of STEPS) step(realm, known);
  return known.faults;
}

const POLICIES =
  /^(length|maxLength|digits|lowerCase|upperCase|specialChars|notUsername|notEmail|notContainsUsername|passwordHistory|passwordAge|forceExpiredPasswordChange|maxAuthAge|hashIterations|hashAlgorithm|regexPattern|passwordBlacklist|recoveryCodesWarningThreshold)(\(|$)/;

function checkRealm(realm: Json, { refuse }: Known): void {
  for (const member of ['realm', 'id'])
    if (/[:/?#@!$&()*+,;=[\]\\]/.test(textOf(realm[member]))) refuse(`Character in ${member} not allowed.`);
  if (typeof realm['enabled'] !== 'boolean') refuse('the realm is disabled');
  if (realm['applicationScopeMappings'] !== undefined) refuse('applicationScopeMappings is applied again');
  checkEarlierDefaultRoles(realm, refuse);
}

/** They are added to the default role, which must make no difference. */
function checkEarlierDefaultRoles(realm: Json, refuse: Known['refuse']): void {
  const name = objectOf(realm['defaultRole'])['name'];
  const role = itemsOf(objectOf(realm['roles'])['realm']).find((each) => each['name'] === name);
  const composites = objectOf(role?.['composites']);
  const isMissing = (roles: unknown, within: unknown): boolean =>
    textsOf(roles).some((each) => !textsOf(within).includes(each));
  if (isMissing(realm['defaultRoles'], composites['realm'])) refuse('defaultRoles is applied again');
  for (const client of itemsOf(realm['clients']))
    if (isMissing(client['defaultRoles'], objectOf(composites['client'])[textOf(client['clientId'])]))
      refuse(`Invalid client ${textOf(client['clientId'])}: defaultRoles is applied again`);
}

function checkSettings(realm: Json, { refuse }: Known): void {
  if (!/^(none|external|all)$/i.test(textOf(realm['sslRequired']) || 'external'))
    refuse('No enum constant SslRequired');
  for (const [name, value] of Object.entries(realm))
    if (/^(max|minimumQuick|waitIncrement|quickLogin|failureFactor)/.test(name) && Number(value) < 0)
      refuse(`${name} may not be a negative value`);
  for (const policy of textOf(realm['passwordPolicy']).split(' and '))
    if (policy !== '' && !POLICIES.test(policy)) refuse(`Password policy not found: ${policy}`);
}

/** Kinds of components that Keycloak has, as far as files are likely to contain them. */
const COMPONENTS =
  /^(rsa|rsa-enc|rsa-generated|rsa-enc-generated|hmac-generated|hmac-generated-hs512|aes-generated|ecdsa-generated|ecdh-generated|eddsa-generated|java-keystore|ldap|kerberos|[a-z-]+-mapper|allowed-protocol-mappers|allowed-client-templates|registration-web-origins|trusted-hosts|consent-required|scope|max-clients|client-disabled|declarative-user-profile)$/;

/** Addresses of identity providers that Keycloak checks. */
const PROVIDER_URLS =
  /^(authorizationUrl|tokenUrl|userInfoUrl|tokenIntrospectionUrl|logoutUrl|jwksUrl|singleSignOnServiceUrl|singleLogoutServiceUrl|metadataDescriptorUrl)$/;

function checkProviders(realm: Json, known: Known): void {
  const visit = (components: unknown): void => {
    for (const [, list] of entriesOf(components))
      for (const { providerId, subComponents } of itemsOf(list)) {
        if (!COMPONENTS.test(textOf(providerId))) known.refuse(`No such provider '${textOf(providerId)}'`);
        visit(subComponents);
      }
  };
  visit(realm['components']);
  const aliases = new Set<string>();
  for (const { alias, config } of itemsOf(realm['identityProviders'])) {
    known.add(aliases, textOf(alias), 'identity provider');
    for (const [name, url] of entriesOf(config))
      if (PROVIDER_URLS.test(name) && textOf(url) !== '' && !/^https?:\/\/[^/${}]+/.test(textOf(url)))
        known.refuse(`The url [${name}] is malformed`);
  }
}

/** Tables of Keycloak's database, whose ids must differ. */
const TABLES: readonly RegExp[] = [
  /^\.clients$/,
  /^\.users$/,
  /^\.roles\.(realm|client\.[^.]*)$/,
  /^\.groups(\.subGroups)*$/,
  /^\.clientScopes$/,
  /^\.(clients|clientScopes)\.protocolMappers$/,
  /^\.components\./,
  /^\.users\.credentials$/,
  /^\.authenticationFlows$/,
  /^\.authenticatorConfig$/,
];

function checkIds(realm: Json, { refuse }: Known): void {
  const seen = new Set<string>();
  const check = (path: string, id: string): void => {
    const table = TABLES.find((pattern) => pattern.test(path));
    const key = `${String(table)} ${id}`;
    if (table !== undefined && seen.has(key)) refuse(`${path}: Duplicate resource error: id ${id}`);
    seen.add(key);
  };
  visitTexts(realm, [], (text, path) => {
    if (path.at(-1) === 'id') check(['', ...path.slice(0, -1)].join('.'), text);
  });
}

const MASK = '**********';
const MASKED = new Set([
  'clients.secret',
  'smtpServer.password',
  'smtpServer.authTokenClientSecret',
  'identityProviders.config.clientSecret',
  'codeSecret',
  'clients.attributes.client.secret.rotated',
]);

function checkMasks(realm: Json, { isPartial, refuse }: Known): void {
  visitTexts(realm, [], (text, path) => {
    if (text !== MASK) return;
    const isConfig = path[0] === 'components' && path[1]?.endsWith('KeyProvider') !== true;
    if (!isPartial || !(isConfig || MASKED.has(path.join('.'))))
      refuse(`${path.join('.')}: the mask is imported`);
  });
}

/** Visits the texts in a value, each with the names of the members that lead to it. */
function visitTexts(
  value: unknown,
  path: readonly string[],
  visit: (text: string, path: readonly string[]) => void,
): void {
  if (typeof value === 'string') visit(value, path);
  else if (Array.isArray(value)) for (const item of value) visitTexts(item, path, visit);
  else for (const [name, member] of entriesOf(value)) visitTexts(member, [...path, name], visit);
}
