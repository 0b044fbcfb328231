// The folder of one theme: `<name>/login`, its properties, resources and messages.
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
const TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;
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
  const real = seen.resolve(join(folder, path));
  if (real === undefined) return undefined;
  return isBelow(home, real) && isBelow(folder, join(folder, path)) ? real : 'outside';
}

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
  if (properties === undefined) report(`Theme ${name} has no file login/theme.properties.`);
  const files = seen.list(join(folder, 'messages')).flatMap((file) => MESSAGES.exec(file)?.[1] ?? []);
  const find = (path: string) => findFile(seen, within, resources, path);
  return {
    name,
    properties: fillVariables(properties ?? NO_PROPERTIES, root.environment),
    templates: seen.list(folder).filter((file) => file.endsWith('.ftl')),
    locales: files.map((locale) => locale.replaceAll('_', '-')),
    findResource(path) {
      const found = find(path);
      return found === 'outside' ? undefined : found;
    },
    leadsOut: (path) => find(path) === 'outside',
    messages(tag) {
      if (!TAG.test(tag)) return undefined;
      const file = `messages_${tag.replaceAll('-', '_')}.properties`;
      const path = findFile(seen, within, join(folder, 'messages'), file);
      if (path === undefined || path === 'outside') return undefined;
      const place = `${file} of theme ${name}`;
      const texts = readProperties(seen, path, place, report);
      return texts === undefined ? undefined : { texts, place };
    },
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
