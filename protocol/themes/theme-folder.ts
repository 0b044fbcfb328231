// The folder of one theme: `<name>/login`, its properties, resources and messages.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fillVariables, NO_PROPERTIES, type Properties, parseProperties } from './properties-file.ts';
import { isBelow, type SeenFiles } from './seen-files.ts';
import type { ThemeTexts } from './theme.ts';

export interface ThemeFolder {
  readonly name: string;
  readonly properties: Properties;
  readonly templates: readonly string[];
  /** Language tags of its message files. */
  readonly locales: readonly string[];
  readonly texts: readonly ThemeTexts[];
  findResource(path: string): string | undefined;
  messages(tag: string): ThemeTexts | undefined;
  /** Whether the file exists but leads out of the theme. */
  leadsOut(path: string): boolean;
}

/** Where folders of themes are, and what their properties may refer to. */
export interface ThemeRoot {
  /** Absolute. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const MESSAGES = /^messages_([A-Za-z]{2,3}(?:_[A-Za-z0-9]{2,8})*)\.properties$/;
const MAX_NAME_LENGTH = 100;

/** Whether a name can be that of a folder below the folder of themes. */
export function isThemeName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && !/^\.|[/\\\0]/.test(name) && name !== '';
}

type Report = (problem: string) => void;

function readProperties(
  seen: SeenFiles,
  path: string,
  place: string,
  report: Report,
): Properties | undefined {
  const content = seen.read(path);
  if (content === undefined) return undefined;
  try {
    return parseProperties(content);
  } catch (error) {
    report(`${place} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
    return NO_PROPERTIES;
  }
}

/** The absolute path of a file in a folder of the theme; links may lead anywhere within the theme. */
function findFile(
  seen: SeenFiles,
  home: string,
  folder: string,
  path: string,
): string | 'outside' | undefined {
  if (path.includes('\0')) return undefined;
  const wanted = join(folder, path);
  if (!isBelow(folder, wanted)) return 'outside';
  const real = seen.resolve(wanted);
  if (real === undefined || !isFile(real)) return undefined;
  return isBelow(home, real) ? real : 'outside';
}

/** By language tag in lower case. */
function readMessages(
  seen: SeenFiles,
  within: string,
  folder: string,
  name: string,
  report: Report,
): ReadonlyMap<string, ThemeTexts & { readonly tag: string }> {
  const texts = new Map<string, ThemeTexts & { readonly tag: string }>();
  const messages = join(folder, 'messages');
  for (const file of seen.list(messages)) {
    const tag = MESSAGES.exec(file)?.[1]?.replaceAll('_', '-');
    const path = tag === undefined ? undefined : findFile(seen, within, messages, file);
    if (tag === undefined || path === undefined || path === 'outside') continue;
    const place = `${file} of theme ${name}`;
    texts.set(tag.toLowerCase(), {
      tag,
      place,
      texts: readProperties(seen, path, place, report) ?? NO_PROPERTIES,
    });
  }
  return texts;
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Reads a theme's part for sign-in pages; undefined if there is no such folder. */
export function readThemeFolder(
  root: ThemeRoot,
  seen: SeenFiles,
  name: string,
  report: Report,
): ThemeFolder | undefined {
  if (!isThemeName(name)) return undefined;
  const home = seen.resolve(join(root.folder, name));
  const folder = seen.resolve(join(root.folder, name, 'login'));
  if (home === undefined || folder === undefined) return undefined;
  const within = isBelow(home, folder) ? home : folder;
  const resources = join(folder, 'resources');
  const properties = readProperties(
    seen,
    join(folder, 'theme.properties'),
    `theme.properties of theme ${name}`,
    report,
  );
  if (properties === undefined)
    report(`Theme ${name} has no file login/theme.properties. Add it, with parent=keycloak.v2.`);
  const messages = readMessages(seen, within, folder, name, report);
  const find = (path: string) => findFile(seen, within, resources, path);
  return {
    name,
    properties: fillVariables(properties ?? NO_PROPERTIES, root.environment),
    templates: seen.list(folder).filter((file) => file.endsWith('.ftl')),
    locales: [...messages.values()].map(({ tag }) => tag),
    findResource(path) {
      const found = find(path);
      return found === 'outside' ? undefined : found;
    },
    leadsOut: (path) => find(path) === 'outside',
    texts: [...messages.values()],
    messages: (tag) => messages.get(tag.toLowerCase()),
  };
}

/** The absolute path of a file below `<name>/common/resources`. */
export function findCommonFile(
  root: ThemeRoot,
  seen: SeenFiles,
  name: string,
  path: string,
): string | undefined {
  if (!isThemeName(name)) return undefined;
  const home = seen.resolve(join(root.folder, name));
  if (home === undefined) return undefined;
  const found = findFile(seen, home, join(home, 'common', 'resources'), path);
  return found === 'outside' ? undefined : found;
}
