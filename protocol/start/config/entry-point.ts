// Turns the arguments and variables of older images into those of kc.sh, as the entry points of those images did.
import { findCommand } from './commands.ts';
import { isOlderImage } from './translated-names.ts';

/** The arguments after the program's name, and the environment. */
export interface StartRequest {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The entry point itself, which compose files repeat before its arguments. */
const ENTRY_POINT = /(^|\/)(kc|standalone|docker-entrypoint|entrypoint|run)\.sh$/;

/** Java properties that configure Keycloak; the others are for the virtual machine. */
const PROPERTY = /^-D(kc|keycloak|jboss)\./;

const JAVA_OPTIONS = ['JAVA_OPTS', 'JAVA_OPTS_APPEND'] as const;

/**
 * Compat: properties of Keycloak in `JAVA_OPTS`, `JAVA_OPTS_APPEND` and after the path in `KEYCLOAK_IMPORT` become
 * arguments, and so do Bitnami's `KEYCLOAK_EXTRA_ARGS`; the last two only without a command. An export by properties, as before Keycloak 17, becomes
 * the command. kc.sh without arguments shows the help, but older images started without any.
 */
export function readEntryPoint({ args, environment }: StartRequest): StartRequest {
  const own = splitFirst(args.filter((word, index) => !(index === 0 && ENTRY_POINT.test(word))));
  const rest: Record<string, string | undefined> = { ...environment };
  const hasCommand = own.some((word) => findCommand(word) !== undefined);
  const variables = hasCommand ? JAVA_OPTIONS : [...JAVA_OPTIONS, 'KEYCLOAK_IMPORT'];
  const properties = variables.flatMap((name) => takeProperties(rest, name));
  const [before, after] = hasCommand ? [[], []] : takeExtraArguments(rest);
  const all = [...properties, ...before, ...own, ...after];
  return { args: readExport(all) ?? (needsHelp(all, environment) ? ['help'] : all), environment: rest };
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Compat: launchers split a single text, `start-dev --http-port=8081`, into its words. */
function splitFirst(args: readonly string[]): readonly string[] {
  const [first = '', ...others] = args;
  const words = wordsOf(first);
  const [word = ''] = words;
  const isLine =
    words.length > 1 && (findCommand(word) !== undefined || word === '-b' || PROPERTY.test(word));
  return isLine ? [...words, ...others] : args;
}

/** Takes the properties of Keycloak out of a variable; the variable keeps the other words. */
function takeProperties(environment: Record<string, string | undefined>, name: string): readonly string[] {
  const text = environment[name] ?? '';
  const words = wordsOf(text);
  const taken = words.filter((word) => PROPERTY.test(word));
  if (taken.length > 0) environment[name] = words.filter((word) => !PROPERTY.test(word)).join(' ');
  return taken;
}

/** Compat: Bitnami's image adds them before and after the command. */
function takeExtraArguments(
  environment: Record<string, string | undefined>,
): readonly [readonly string[], readonly string[]] {
  const take = (name: string): readonly string[] => {
    const words = wordsOf(environment[name] ?? '');
    delete environment[name];
    return words;
  };
  return [take('KEYCLOAK_EXTRA_ARGS_PREPENDED'), take('KEYCLOAK_EXTRA_ARGS')];
}

/** `kc.sh` sets the variable; other launchers start the server when they get no arguments. */
function needsHelp(args: readonly string[], environment: StartRequest['environment']): boolean {
  return args.length === 0 && environment['KC_HOME_DIR'] !== undefined && !isOlderImage(environment);
}

/** Flags of the command `export`, by property before Keycloak 17. */
const EXPORT_FLAGS: Readonly<Record<string, string>> = {
  file: 'file',
  dir: 'dir',
  realmName: 'realm',
  usersExportStrategy: 'users',
  usersPerFile: 'users-per-file',
};

/** Undefined unless the properties ask for an export. */
function readExport(args: readonly string[]): readonly string[] | undefined {
  const migration = new Map(
    args.flatMap((word) => {
      const [, key = '', value = ''] = /^-Dkeycloak\.migration\.(\w+)=(.*)$/.exec(word) ?? [];
      return key === '' ? [] : [[key, value] as const];
    }),
  );
  if (migration.get('action')?.toLowerCase() !== 'export') return undefined;
  const flags = Object.entries(EXPORT_FLAGS).flatMap(([key, flag]) => {
    const value = migration.get(key);
    if (value === undefined) return [];
    return [`--${flag}=${flag === 'users' ? value.toLowerCase() : value}`];
  });
  return ['export', ...flags];
}
