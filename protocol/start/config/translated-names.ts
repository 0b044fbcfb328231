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

export interface Translation {
  /** Texts of options that are not set under their own name. */
  readonly texts: ReadonlyMap<OptionKey, Found>;
  /** Texts that replace an option's own one, because further names add to it. */
  readonly replaced: ReadonlyMap<OptionKey, Found>;
  /** One sentence for each name that Keycloak 26 does not have any more. */
  readonly notes: readonly string[];
}

interface FormerName {
  /** An option key, or an environment variable in capitals. */
  readonly name: string;
  /** The option that replaced it. */
  readonly option: OptionKey;
  /** The text of that option; undefined: the name has no effect of its own. Default: the text as it is. */
  readonly read?: (text: string) => string | undefined;
}

const isTrue = (text: string): boolean => text.trim().toLowerCase() === 'true';

/** Names before Keycloak 26, the newer ones first. */
const FORMER_NAMES: readonly FormerName[] = [
  { name: 'KEYCLOAK_ADMIN', option: 'bootstrap-admin-username' },
  { name: 'KEYCLOAK_ADMIN_PASSWORD', option: 'bootstrap-admin-password' },
  { name: 'KEYCLOAK_USER', option: 'bootstrap-admin-username' },
  { name: 'KEYCLOAK_PASSWORD', option: 'bootstrap-admin-password' },
  { name: 'KEYCLOAK_IMPORT', option: 'import-realm' },
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
    read: (text) => (/^(edge|reencrypt)$/i.test(text.trim()) ? 'xforwarded' : undefined),
  },
  { name: 'KEYCLOAK_FRONTEND_URL', option: 'hostname' },
  { name: 'KEYCLOAK_HOSTNAME', option: 'hostname' },
  {
    name: 'PROXY_ADDRESS_FORWARDING',
    option: 'proxy-headers',
    read: (text) => (isTrue(text) ? 'xforwarded' : undefined),
  },
  { name: 'KEYCLOAK_LOGLEVEL', option: 'log-level' },
  { name: 'ROOT_LOGLEVEL', option: 'log-level' },
];

/** Variables of the images before Keycloak 17, which served everything below this path. */
const LEGACY_IMAGE = ['KEYCLOAK_USER', 'KEYCLOAK_PASSWORD', 'KEYCLOAK_IMPORT', 'KEYCLOAK_FRONTEND_URL'];

/** Whether the environment is one of an image before Keycloak 17. */
export function isLegacyEnvironment(given: GivenNames): boolean {
  return LEGACY_IMAGE.some((name) => given.has(name));
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

/**
 * The translated names that environment variables set. Compat: in `KC_LOG_LEVEL_ORG_KEYCLOAK` the underscores
 * after the prefix stand for dots.
 */
export function findTranslatedVariables(
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  for (const { name } of FORMER_NAMES) {
    const variable = /^[A-Z_]+$/.test(name) ? name : environmentName(name, 'KC');
    const text = environment[variable];
    if (text !== undefined && text !== '')
      found.set(name, { text, source: { origin: 'environment', place: variable } });
  }
  for (const [variable, text] of Object.entries(environment)) {
    const key = wildcardKey(variable);
    if (key !== undefined && text !== undefined && text !== '')
      found.set(key, { text, source: { origin: 'environment', place: variable } });
  }
  return found;
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
  for (const { name, option, read = (text: string) => text } of FORMER_NAMES) {
    const found = given.get(name);
    if (found === undefined || (own(option) !== undefined && read(found.text) !== undefined)) continue;
    notes.push(describeFormerName(found, option));
    const text = read(found.text);
    if (text !== undefined && !texts.has(option)) texts.set(option, { ...found, text });
  }
  const hostname = own('hostname') ?? texts.get('hostname');
  return { texts, replaced: addParts(given, own, hostname), notes };
}

function describeFormerName({ source }: Found, option: OptionKey): string {
  if (source.origin === 'environment')
    return `Environment variable '${source.place}' is deprecated, use '${environmentName(option, 'KC')}' instead`;
  return `Option ${source.place} is deprecated, use ${option} instead`;
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
