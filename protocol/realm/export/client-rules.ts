// What Keycloak's import checks of a client: its addresses, levels of authentication, CIBA settings, pairwise subjects.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
import type {
  ClientRepresentation,
  ProtocolMapperRepresentation,
  RealmRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { POST_LOGOUT } from '../clients/redirect-uri.ts';
import type { Report } from './findings.ts';
import { isJavaUri, isJavaUrl } from './java-uri.ts';

type Attributes = Readonly<Record<string, string>>;

/** How Keycloak checks an address. */
interface UrlRow {
  /** A member, or an attribute. */
  readonly name: string;
  readonly isMember?: true;
  readonly samlOnly?: true;
  /** A fragment is not allowed. */
  readonly noFragment?: true;
  /** Any URI is sufficient. */
  readonly mayBeUri?: true;
  /** The scheme `data` is allowed. */
  readonly mayBeData?: true;
  /** Parameters in braces are allowed. */
  readonly mayHaveBraces?: true;
  /** A path below the root URL is allowed. */
  readonly mayBeRelative?: true;
}

const SERVER = 'https://localhost/auth';
const PLACEHOLDERS: readonly string[] = ['${authBaseUrl}', '${authAdminUrl}'];

const URLS: readonly UrlRow[] = [
  { name: 'rootUrl', isMember: true, noFragment: true },
  { name: 'baseUrl', isMember: true, mayBeRelative: true },
  { name: 'adminUrl', isMember: true, samlOnly: true },
  { name: 'backchannel.logout.url', mayHaveBraces: true, mayBeRelative: true },
  { name: 'logoUri', mayBeUri: true, mayBeData: true },
  { name: 'policyUri' },
  { name: 'tosUri' },
  ...[
    'saml_assertion_consumer_url_post',
    'saml_assertion_consumer_url_redirect',
    'saml_artifact_binding_url',
    'saml_single_logout_service_url_post',
    'saml_single_logout_service_url_artifact',
    'saml_single_logout_service_url_redirect',
    'saml_single_logout_service_url_soap',
    'saml_artifact_resolution_service_url',
  ].map((name): UrlRow => ({ name, samlOnly: true })),
];

/** Why Keycloak refuses an address; undefined if it does not. */
function findUrlFault(url: string, row: Omit<UrlRow, 'name'>): string | undefined {
  const braced = row.mayHaveBraces === true ? url.replaceAll(/\{[^{}]*\}/g, 'x') : url;
  const absolute = row.mayBeRelative === true && braced.startsWith('/') ? SERVER + braced : braced;
  const scheme = /^(data|javascript):/.exec(absolute)?.[1];
  if (scheme === 'javascript' || (scheme === 'data' && row.mayBeData !== true))
    return `has the scheme ${scheme}, which is not allowed`;
  if (row.noFragment === true && absolute.includes('#')) return 'has a fragment';
  const isValid = row.mayBeUri === true ? isJavaUri(absolute) : isJavaUrl(absolute);
  return isValid ? undefined : `is not a valid ${row.mayBeUri === true ? 'URI' : 'URL'}`;
}

/** A client of the realm at its place in the file. */
interface Place {
  readonly path: string;
  readonly report: Report;
}

function tell({ path, report }: Place, at: string, value: string, fault: string): void {
  report(`${path}.${at}`, `"${value}" ${fault}; Keycloak refuses the client, so it is left out.`);
}

function checkUrl(client: ClientRepresentation, row: UrlRow, place: Place): ClientRepresentation {
  const { name, isMember = false } = row;
  const value = isMember ? client[name] : client.attributes?.[name];
  if (typeof value !== 'string' || value === '' || PLACEHOLDERS.includes(value)) return client;
  const fault = findUrlFault(value, row);
  if (fault === undefined) return client;
  tell(place, isMember ? name : `attributes.${name}`, value, fault);
  return isMember ? withoutMember(client, name) : withoutAttribute(client, name);
}

function checkUrls(client: ClientRepresentation, place: Place): ClientRepresentation {
  const isSaml = client.protocol === 'saml';
  return URLS.filter(({ samlOnly }) => isSaml || samlOnly !== true).reduce(
    (next, row) => checkUrl(next, row, place),
    client,
  );
}

function withoutMember(client: ClientRepresentation, name: string): ClientRepresentation {
  const { [name]: _gone, ...rest } = client;
  return rest as ClientRepresentation;
}

function withoutAttribute(client: ClientRepresentation, name: string): ClientRepresentation {
  const { [name]: _gone, ...attributes } = client.attributes ?? {};
  return { ...client, attributes };
}

function withAttributes(client: ClientRepresentation, attributes: Attributes): ClientRepresentation {
  return { ...client, attributes: { ...client.attributes, ...attributes } };
}

const resolve = (uri: string, rootUrl: string | undefined): string => {
  const root = rootUrl === undefined || rootUrl === '' || PLACEHOLDERS.includes(rootUrl) ? SERVER : rootUrl;
  return uri.startsWith('/') ? root + uri : uri;
};

function checkRedirectUris(client: ClientRepresentation, place: Place): ClientRepresentation {
  const { redirectUris, rootUrl } = client;
  if (redirectUris === undefined) return client;
  const kept = redirectUris.filter((uri, index) => {
    const fault = findUrlFault(resolve(uri, rootUrl), { mayBeUri: true, noFragment: true });
    if (fault !== undefined) tell(place, `redirectUris[${index}]`, uri, fault);
    return fault === undefined;
  });
  return kept.length === redirectUris.length ? client : { ...client, redirectUris: kept };
}

const PAIRWISE = 'oidc-sha256-pairwise-sub-mapper';

/** Hosts of the redirect URIs; Keycloak's own for those without one. */
function listHosts({ redirectUris = [], rootUrl }: ClientRepresentation): ReadonlySet<string> {
  const hosts = redirectUris.map(
    (uri) => /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(resolve(uri, rootUrl))?.[1] ?? '',
  );
  return new Set(hosts.filter((host) => host !== ''));
}

function checkPairwise(client: ClientRepresentation, place: Place): ClientRepresentation {
  const { protocolMappers = [] } = client;
  const isRefused = ({ protocolMapper, config }: ProtocolMapperRepresentation): boolean =>
    protocolMapper === PAIRWISE &&
    (config?.['sectorIdentifierUri'] ?? '') === '' &&
    listHosts(client).size !== 1;
  const kept = protocolMappers.filter((mapper, index) => {
    if (!isRefused(mapper)) return true;
    place.report(
      `${place.path}.protocolMappers[${index}]`,
      'Keycloak requires a sector identifier URI for pairwise subjects unless all redirect URIs have one host; the mapper is left out, so subjects will be the users’ ids.',
    );
    return false;
  });
  return kept.length === protocolMappers.length ? client : { ...client, protocolMappers: kept };
}

function readLevels(text: string | undefined): readonly string[] {
  try {
    const levels: unknown = JSON.parse(text || '{}');
    return typeof levels === 'object' && levels !== null ? Object.keys(levels) : [];
  } catch {
    // Keycloak treats a malformed map as empty, too.
    return [];
  }
}

const ACR_SEPARATOR = '##';

/** Names of `acr.loa.map`, and levels of the browser flow as numbers. */
function listAcrs(client: ClientRepresentation, realm: RealmRepresentation): ReadonlySet<string> {
  const own = readLevels(client.attributes?.['acr.loa.map']);
  const named = own.length > 0 ? own : readLevels(realm.attributes?.['acr.loa.map']);
  const ofFlow = (realm.authenticatorConfig ?? []).flatMap(
    ({ config }) => config?.['loa-condition-level'] ?? [],
  );
  return new Set([...named, ...ofFlow]);
}

function checkAcrs(
  client: ClientRepresentation,
  realm: RealmRepresentation,
  place: Place,
): ClientRepresentation {
  const known = listAcrs(client, realm);
  let next = client;
  for (const name of ['default.acr.values', 'minimum.acr.value']) {
    const value = client.attributes?.[name] ?? '';
    const values = value.split(ACR_SEPARATOR).filter((acr) => acr !== '');
    const kept = values.filter((acr) => known.has(acr));
    if (kept.length === values.length) continue;
    tell(
      place,
      `attributes.${name}`,
      value,
      'names levels that neither acr.loa.map nor the browser flow defines',
    );
    next =
      kept.length === 0
        ? withoutAttribute(next, name)
        : withAttributes(next, { [name]: kept.join(ACR_SEPARATOR) });
  }
  return next;
}

const CIBA_MODE = 'ciba.backchannel.token.delivery.mode';
const CIBA_ENDPOINT = 'ciba.backchannel.client.notification.endpoint';
const CIBA_ALGORITHM = 'ciba.backchannel.auth.request.signing.alg';
const CIBA_ALGORITHMS = /^(none|(RS|PS|ES)(256|384|512)|EdDSA)$/;

/** Keycloak's CIBA has the modes poll and ping, and checks them for every client. */
function checkCiba(
  client: ClientRepresentation,
  realm: RealmRepresentation,
  place: Place,
): ClientRepresentation {
  let next = client;
  const { [CIBA_ALGORITHM]: algorithm = '', [CIBA_MODE]: own = '' } = client.attributes ?? {};
  if (algorithm !== '' && !CIBA_ALGORITHMS.test(algorithm)) {
    tell(place, `attributes.${CIBA_ALGORITHM}`, algorithm, 'is no asymmetric signature algorithm');
    next = withoutAttribute(next, CIBA_ALGORITHM);
  }
  const mode = own || realm.attributes?.['cibaBackchannelTokenDeliveryMode'] || 'poll';
  const hasEndpoint = (client.attributes?.[CIBA_ENDPOINT] ?? '') !== '';
  if (mode === 'poll' || (mode === 'ping' && hasEndpoint)) return next;
  place.report(
    `${place.path}.attributes.${CIBA_MODE}`,
    `Keycloak refuses a client with the CIBA mode ${mode}${mode === 'ping' ? ' and no notification endpoint' : ''}, so poll is written.`,
  );
  return withAttributes(next, { [CIBA_MODE]: 'poll' });
}

function checkKeys(client: ClientRepresentation, place: Place): ClientRepresentation {
  const { 'use.jwks.url': byUrl, 'use.jwks.string': byText } = client.attributes ?? {};
  if (byUrl !== 'true' || byText !== 'true') return client;
  tell(place, 'attributes.use.jwks.string', 'true', 'cannot be combined with use.jwks.url');
  return withoutAttribute(client, 'use.jwks.string');
}

/**
 * The client with what Keycloak's import accepts. Where Keycloak's default is another one, the setting is written:
 * no post-logout redirect URIs are `-`, because it reads none as those of the sign-in.
 */
export function clientForKeycloak(
  client: ClientRepresentation,
  realm: RealmRepresentation,
  place: Place,
): ClientRepresentation {
  const checked = [checkUrls, checkRedirectUris, checkPairwise, checkKeys].reduce(
    (next, check) => check(next, place),
    checkCiba(checkAcrs(client, realm, place), realm, place),
  );
  const isOidc = (client.protocol ?? 'openid-connect') === 'openid-connect';
  return isOidc && checked.attributes?.[POST_LOGOUT] === undefined
    ? withAttributes(checked, { [POST_LOGOUT]: '-' })
    : checked;
}
