// Names of Keycloak, of today and of older versions, whose values are translated into options of Understudy.
import { environmentName, type OptionKey } from '#protocol/contract/options.ts';
import type { OptionSource } from '#protocol/errors/option-error.ts';

/** The text of an option and where it is set. */
export interface Found {
  readonly text: string;
  readonly source: OptionSource;
}

/** The texts given under translated names, by name; variables that are no options by their own name. */
export type GivenNames = ReadonlyMap<string, Found>;

type Environment = Readonly<Record<string, string | undefined>>;

export interface Translation {
  /** Texts of options that are not set under their own name. */
  readonly texts: ReadonlyMap<OptionKey, Found>;
  /** Texts that replace an option's own one, because further names add to it. */
  readonly replaced: ReadonlyMap<OptionKey, Found>;
  /** One sentence for each name that Keycloak 26 does not have any more. */
  readonly notes: readonly string[];
  /** What is worth knowing, and no reason to change anything. */
  readonly notices: readonly string[];
}

/** Images whose variables Keycloak's image does not have: its own before Keycloak 17, and Bitnami's. */
type OlderImage = 'before 17' | 'bitnami';

interface FormerName {
  /** An option key, or an environment variable in capitals. */
  readonly name: string;
  /** The option that replaced it. */
  readonly option: OptionKey;
  /** The text of that option; undefined: the name has no effect of its own. Default: the text as it is. */
  readonly read?: (text: string) => string | undefined;
  /**
   * Acts only without a command, because these images had none. With one, it is likely to be a variable of the
   * project itself that an `env_file` brings along.
   */
  readonly image?: OlderImage;
}

const isTrue = (text: string): boolean => text.trim().toLowerCase() === 'true';

/** Compat: Bitnami's image takes any other text as no. */
const readYes = (text: string): string => String(/^(yes|true|1)$/i.test(text.trim()));

const readProxy = (text: string): string | undefined =>
  /^(edge|reencrypt)$/i.test(text.trim()) ? 'xforwarded' : undefined;

/** Names before Keycloak 26, the newer ones first. */
const FORMER_NAMES: readonly FormerName[] = [
  { name: 'KEYCLOAK_ADMIN', option: 'bootstrap-admin-username' },
  { name: 'KEYCLOAK_ADMIN_PASSWORD', option: 'bootstrap-admin-password' },
  { name: 'KEYCLOAK_USER', option: 'bootstrap-admin-username' },
  { name: 'KEYCLOAK_PASSWORD', option: 'bootstrap-admin-password' },
  { name: 'KEYCLOAK_IMPORT', option: 'import-realm', image: 'before 17' },
  { name: 'hostname-url', option: 'hostname' },
  { name: 'hostname-port', option: 'hostname', read: () => undefined },
  { name: 'hostname-path', option: 'hostname', read: () => undefined },
  { name: 'hostname-strict-https', option: 'hostname', read: () => undefined },
  { name: 'hostname-admin-url', option: 'hostname-admin' },
  {
    name: 'hostname-strict-backchannel',
    option: 'hostname-backchannel-dynamic',
    read: (text) => String(!isTrue(text)),
  },
  {
    name: 'proxy',
    option: 'proxy-headers',
    read: readProxy,
  },
  { name: 'KEYCLOAK_FRONTEND_URL', option: 'hostname', image: 'before 17' },
  {
    name: 'PROXY_ADDRESS_FORWARDING',
    option: 'proxy-headers',
    read: (text) => (isTrue(text) ? 'xforwarded' : undefined),
    image: 'before 17',
  },
  { name: 'DB_VENDOR', option: 'db', image: 'before 17' },
  { name: 'DB_ADDR', option: 'db-url-host', image: 'before 17' },
  { name: 'DB_PORT', option: 'db-url-port', image: 'before 17' },
  { name: 'DB_DATABASE', option: 'db-url-database', image: 'before 17' },
  { name: 'DB_SCHEMA', option: 'db-schema', image: 'before 17' },
  { name: 'DB_USER', option: 'db-username', image: 'before 17' },
  { name: 'DB_PASSWORD', option: 'db-password', image: 'before 17' },
  { name: 'JDBC_PARAMS', option: 'db-url-properties', image: 'before 17' },
  { name: 'KEYCLOAK_LOGLEVEL', option: 'log-level', image: 'before 17' },
  { name: 'ROOT_LOGLEVEL', option: 'log-level', image: 'before 17' },
  { name: 'KEYCLOAK_ADMIN_USER', option: 'bootstrap-admin-username', image: 'bitnami' },
  { name: 'KEYCLOAK_BOOTSTRAP_ADMIN_USER', option: 'bootstrap-admin-username', image: 'bitnami' },
  { name: 'KEYCLOAK_BOOTSTRAP_ADMIN_PASSWORD', option: 'bootstrap-admin-password', image: 'bitnami' },
  { name: 'KEYCLOAK_HTTP_PORT', option: 'http-port', image: 'bitnami' },
  { name: 'KEYCLOAK_HTTPS_PORT', option: 'https-port', image: 'bitnami' },
  { name: 'KEYCLOAK_HTTP_RELATIVE_PATH', option: 'http-relative-path', image: 'bitnami' },
  { name: 'KEYCLOAK_HOSTNAME', option: 'hostname', image: 'bitnami' },
  { name: 'KEYCLOAK_HOSTNAME_ADMIN', option: 'hostname-admin', image: 'bitnami' },
  { name: 'KEYCLOAK_PROXY', option: 'proxy-headers', read: readProxy, image: 'bitnami' },
  { name: 'KEYCLOAK_PROXY_HEADERS', option: 'proxy-headers', image: 'bitnami' },
  { name: 'KEYCLOAK_ENABLE_HEALTH_ENDPOINTS', option: 'health-enabled', read: readYes, image: 'bitnami' },
  { name: 'KEYCLOAK_ENABLE_STATISTICS', option: 'metrics-enabled', read: readYes, image: 'bitnami' },
  { name: 'KEYCLOAK_DATABASE_VENDOR', option: 'db', image: 'bitnami' },
  // Compat: PostgreSQL is the default of Bitnami's image.
  { name: 'KEYCLOAK_DATABASE_HOST', option: 'db', read: () => 'postgres', image: 'bitnami' },
  { name: 'KEYCLOAK_DATABASE_HOST', option: 'db-url-host', image: 'bitnami' },
  { name: 'KEYCLOAK_DATABASE_PORT', option: 'db-url-port', image: 'bitnami' },
  { name: 'KEYCLOAK_DATABASE_NAME', option: 'db-url-database', image: 'bitnami' },
  { name: 'KEYCLOAK_DATABASE_SCHEMA', option: 'db-schema', image: 'bitnami' },
  { name: 'KEYCLOAK_DATABASE_USER', option: 'db-username', image: 'bitnami' },
  { name: 'KEYCLOAK_DATABASE_PASSWORD', option: 'db-password', image: 'bitnami' },
  { name: 'KEYCLOAK_JDBC_PARAMS', option: 'db-url-properties', image: 'bitnami' },
  { name: 'KEYCLOAK_LOG_LEVEL', option: 'log-level', image: 'bitnami' },
  { name: 'KEYCLOAK_LOG_OUTPUT', option: 'log-console-output', image: 'bitnami' },
  { name: 'KEYCLOAK_HTTPS_CERTIFICATE_FILE', option: 'https-certificate-file', image: 'bitnami' },
  { name: 'KEYCLOAK_HTTPS_CERTIFICATE_KEY_FILE', option: 'https-certificate-key-file', image: 'bitnami' },
  { name: 'KEYCLOAK_HTTPS_KEY_STORE_FILE', option: 'https-key-store-file', image: 'bitnami' },
  { name: 'KEYCLOAK_HTTPS_KEY_STORE_PASSWORD', option: 'https-key-store-password', image: 'bitnami' },
];

/** Further variables of images that start without a command. */
const OLDER_IMAGE_VARIABLES = [
  'KEYCLOAK_USER',
  'KEYCLOAK_PASSWORD',
  'KEYCLOAK_USER_FILE',
  'KEYCLOAK_PASSWORD_FILE',
  'KEYCLOAK_CREATE_ADMIN_USER',
  'KEYCLOAK_EXTRA_ARGS',
  'KEYCLOAK_PRODUCTION',
];

/** Whether the environment is one of an image that starts without a command. */
export function isOlderImage(environment: Environment): boolean {
  const names = FORMER_NAMES.filter(({ image }) => image !== undefined).map(({ name }) => name);
  return [...OLDER_IMAGE_VARIABLES, ...names].some((name) => (environment[name] ?? '') !== '');
}

/** Variables of the images before Keycloak 17, which served everything below `/auth`. */
const LEGACY_IMAGE = [
  'KEYCLOAK_USER',
  'KEYCLOAK_PASSWORD',
  'KEYCLOAK_IMPORT',
  'KEYCLOAK_FRONTEND_URL',
  'DB_VENDOR',
  'DB_ADDR',
];

/** Whether the environment is one of an image before Keycloak 17. */
export function isLegacyEnvironment(environment: Environment): boolean {
  return LEGACY_IMAGE.some((name) => (environment[name] ?? '') !== '');
}

const LEVEL_PREFIX = 'log-level-';
const FEATURE_PREFIX = 'feature-';

/** Whether a key is translated: a former option, the level of one category, or a single feature. */
export function isTranslatedOption(key: string): boolean {
  return (
    FORMER_NAMES.some(({ name }) => name === key) ||
    [LEVEL_PREFIX, FEATURE_PREFIX].some((prefix) => key.startsWith(prefix) && key.length > prefix.length)
  );
}

/** Decides which variables of older images act. */
export interface StartedAs {
  readonly hasCommand: boolean;
  readonly isContainer: boolean;
}

function acts({ image }: FormerName, { hasCommand, isContainer }: StartedAs): boolean {
  if (image === undefined) return true;
  return !hasCommand && (image === 'before 17' || isContainer);
}

/**
 * The translated names that environment variables set and that act. Compat: in `KC_LOG_LEVEL_ORG_KEYCLOAK` the
 * underscores after the prefix stand for dots.
 */
export function findTranslatedVariables(
  environment: Environment,
  startedAs: StartedAs,
): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  for (const row of FORMER_NAMES.filter((each) => acts(each, startedAs))) {
    const variable = /^[A-Z_]+$/.test(row.name) ? row.name : environmentName(row.name, 'KC');
    const text = environment[variable];
    if (text !== undefined && text !== '')
      found.set(row.name, { text, source: { origin: 'environment', place: variable } });
  }
  for (const [variable, text] of Object.entries(environment)) {
    const key = wildcardKey(variable);
    if (key !== undefined && text !== undefined && text !== '')
      found.set(key, { text, source: { origin: 'environment', place: variable } });
  }
  return found;
}

/**
 * The warning about variables of images before Keycloak 17 that a command puts out of effect, as in Keycloak.
 * Those whose option `isSet` are for another image, except files to import, which are named nowhere else.
 */
export function describeIgnoredVariables(
  environment: Environment,
  startedAs: StartedAs,
  isSet: (option: OptionKey) => boolean,
): readonly string[] {
  const ignored = FORMER_NAMES.filter(
    (row) =>
      row.image === 'before 17' &&
      !acts(row, startedAs) &&
      (environment[row.name] ?? '') !== '' &&
      (row.option === 'import-realm' || !isSet(row.option)),
  );
  if (ignored.length === 0) return [];
  const names = ignored.map(({ name, option }) => `${name} (use ${nameOf(option)})`).join(', ');
  return [`Variables of images before Keycloak 17 have no effect with a command, as in Keycloak: ${names}`];
}

function wildcardKey(variable: string): string | undefined {
  const level = /^KC_LOG_LEVEL_(.+)$/.exec(variable)?.[1];
  if (level !== undefined) return `${LEVEL_PREFIX}${level.toLowerCase().replaceAll('_', '.')}`;
  const feature = /^KC_FEATURE_(.+)$/.exec(variable)?.[1];
  return feature && `${FEATURE_PREFIX}${feature.toLowerCase().replaceAll('_', '-')}`;
}

/** Translates `given`; `own` gives what is set under an option's own name. */
export function translateNames(given: GivenNames, own: (key: OptionKey) => Found | undefined): Translation {
  const texts = new Map<OptionKey, Found>();
  const notes: string[] = [];
  const bitnami: string[] = [];
  for (const { name, option, image, read = (text: string) => text } of FORMER_NAMES) {
    const found = given.get(name);
    if (found === undefined || (own(option) !== undefined && read(found.text) !== undefined)) continue;
    if (image === 'bitnami') bitnami.push(`${name} as ${nameOf(option)}`);
    else notes.push(describeFormerName(found, option));
    const text = read(found.text);
    if (text !== undefined && !texts.has(option)) texts.set(option, { ...found, text });
  }
  const hostname = own('hostname') ?? texts.get('hostname');
  const notices =
    bitnami.length === 0 ? [] : [`Variables of Bitnami's image are used: ${bitnami.join(', ')}`];
  return { texts, replaced: addParts(given, own, hostname), notes, notices };
}

function describeFormerName({ source }: Found, option: OptionKey): string {
  if (source.origin === 'environment')
    return `Environment variable '${source.place}' is deprecated, use '${nameOf(option)}' instead`;
  return `Option ${source.place} is deprecated, use ${option} instead`;
}

/** How Keycloak's image takes an option. Files to import are no variable there. */
function nameOf(option: OptionKey): string {
  return option === 'import-realm' ? '--import-realm' : environmentName(option, 'KC');
}

function addParts(
  given: GivenNames,
  own: (key: OptionKey) => Found | undefined,
  hostname: Found | undefined,
): ReadonlyMap<OptionKey, Found> {
  const replaced = new Map<OptionKey, Found>();
  const url = hostname && hostnameWithParts(given, hostname);
  if (url !== undefined) replaced.set('hostname', url);
  for (const [name, found] of given) {
    const added = readWildcard(name, found.text);
    if (added === undefined) continue;
    const before = replaced.get(added.option) ?? own(added.option);
    const base = before?.text ?? (added.option === 'log-level' ? 'info' : '');
    replaced.set(added.option, { ...found, text: base === '' ? added.text : `${base},${added.text}` });
  }
  return replaced;
}

/** Keycloak before 26 had the port and the path of its URL in options of their own. */
function hostnameWithParts(given: GivenNames, hostname: Found): Found | undefined {
  const [port, path] = [given.get('hostname-port')?.text.trim(), given.get('hostname-path')?.text.trim()];
  const hasPort = port !== undefined && port !== '' && port !== '-1';
  const isUrl = /^https?:\/\//i.test(hostname.text);
  if (isUrl || (!hasPort && path === undefined)) return undefined;
  const proxy = given.get('proxy')?.text.trim().toLowerCase() ?? 'none';
  const strict = given.get('hostname-strict-https')?.text ?? String(proxy !== 'none');
  const scheme = isTrue(strict) ? 'https' : 'http';
  const rest = path === undefined || path === '' || path.startsWith('/') ? (path ?? '') : `/${path}`;
  return { ...hostname, text: `${scheme}://${hostname.text}${hasPort ? `:${port}` : ''}${rest}` };
}

function readWildcard(name: string, text: string): { option: OptionKey; text: string } | undefined {
  if (name.startsWith(LEVEL_PREFIX))
    return { option: 'log-level', text: `${name.slice(LEVEL_PREFIX.length)}:${text}` };
  if (!name.startsWith(FEATURE_PREFIX)) return undefined;
  const feature = name.slice(FEATURE_PREFIX.length);
  return { option: text.trim() === 'disabled' ? 'features-disabled' : 'features', text: feature };
}
