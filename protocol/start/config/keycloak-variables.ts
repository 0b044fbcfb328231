// Finds environment variables of Keycloak that have no effect, and misspelt ones.

import {
  findWithoutEffect,
  OPTIONS_WITHOUT_EFFECT,
  STATE_OPTIONS,
} from '#protocol/contract/keycloak-options.ts';
import { environmentName, OPTION_ROWS } from '#protocol/contract/options.ts';
import { findOption, nearestOption } from './option-values.ts';
import { findTranslatedVariables } from './translated-names.ts';

/** Option keys and variables, as they were written. */
export type UnusedNames = readonly string[];

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables with the prefix of an option that are none. */
const NOT_OPTIONS =
  /^(KC_(RUN_IN_CONTAINER|HOME_DIR|CLI_|INSTALL_|VERSION)|KCKEY_|UNDERSTUDY_(TEST|ACCESS_TOKEN|CHROMIUM|LAUNCHER_PID|ELECTRON|CACHE|OWN_DISPLAY|BUILD_COMPILED))/;

const OTHER_VARIABLES: ReadonlySet<string> = new Set(OPTIONS_WITHOUT_EFFECT.flatMap((row) => row.variables));

/** The option key that a variable of Keycloak stands for. */
function keyOf(variable: string): string {
  return variable
    .replace(/^(KC|UNDERSTUDY)_/, '')
    .toLowerCase()
    .replaceAll('_', '-');
}

/**
 * Variables without effect, one warning for each that is likely to be a misspelt option, and a notice about the
 * others that begin as Keycloak's do: projects have such names for realm files. Compat: Keycloak ignores unknown
 * variables, so they do not end the start.
 */
export function findUnusedVariables(environment: Environment): {
  readonly unused: UnusedNames;
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
} {
  const known = knownVariables(environment);
  const given = Object.keys(environment).filter(
    (name) => (environment[name] ?? '') !== '' && !known.has(name),
  );
  const unused = given.filter(isWithoutEffect);
  const unknown = given.filter((name) => isLikeOption(name) && !isWithoutEffect(name));
  const foreign = unknown.filter(
    (name) => name.startsWith('KC_') && nearestOption(keyOf(name)) === undefined,
  );
  return {
    unused,
    warnings: unknown.filter((name) => !foreign.includes(name)).map(describeUnknown),
    notices: foreign.length === 0 ? [] : [describeForeign(foreign)],
  };
}

function describeForeign(names: UnusedNames): string {
  return `These variables are not options of Keycloak; realm files can use them, as in \${${names[0]}}: ${names.join(', ')}`;
}

function isLikeOption(name: string): boolean {
  // A provider's option that has a row may be written `KC_SPI_…__…`.
  return /^(KC|UNDERSTUDY)_/.test(name) && !NOT_OPTIONS.test(name) && findOption(keyOf(name)) === undefined;
}

function isWithoutEffect(name: string): boolean {
  if (OTHER_VARIABLES.has(name)) return true;
  return name.startsWith('KC_') && isLikeOption(name) && findWithoutEffect(keyOf(name)) !== undefined;
}

function knownVariables(environment: Environment): ReadonlySet<string> {
  const names = OPTION_ROWS.flatMap(({ key, aliases = [] }) => [key, ...aliases]).flatMap((key) => [
    environmentName(key),
    environmentName(key, 'KC'),
  ]);
  const startedAs = { hasCommand: false, isContainer: true };
  const translated = [...findTranslatedVariables(environment, startedAs).values()].map(
    ({ source }) => source.place ?? '',
  );
  return new Set([...names, ...translated]);
}

function describeUnknown(name: string): string {
  const nearest = nearestOption(keyOf(name));
  const prefix = name.startsWith('KC_') ? 'KC' : 'UNDERSTUDY';
  const remedy = nearest === undefined ? '' : `; did you mean ${environmentName(nearest, prefix)}?`;
  return `Environment variable ${name} is not a known option and is ignored${remedy}`;
}

/**
 * The INFO lines about options without effect: where state is kept, as in `in the data directory /data`, and all
 * others by name.
 */
export function describeWithoutEffect(names: UnusedNames, place: string): readonly string[] {
  const isState = (name: string): boolean =>
    STATE_OPTIONS.variables.includes(name) ||
    isDatabaseOption(name) ||
    findWithoutEffect(keyOf(name)) === STATE_OPTIONS;
  const state = names.filter(isState);
  const others = names.filter((name) => !isState(name));
  return [
    ...(state.length === 0 ? [] : [`State is kept ${place}; ${listed(state)} no effect here`]),
    ...(others.length === 0 ? [] : [`These options of Keycloak have no effect here: ${unique(others)}`]),
  ];
}

/** Also `db=mysql`, `KC_DB=mysql` and the names of older images. */
function isDatabaseOption(name: string): boolean {
  return /^(KC_|UNDERSTUDY_|KEYCLOAK_DATABASE_|--)?db(?![a-z])|^KEYCLOAK_DATABASE_|JDBC_PARAMS$/i.test(name);
}

function unique(names: UnusedNames): string {
  return [...new Set(names)].join(', ');
}

function listed(names: UnusedNames): string {
  return `${unique(names)} ${new Set(names).size === 1 ? 'has' : 'have'}`;
}
