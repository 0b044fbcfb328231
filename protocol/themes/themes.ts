// The themes of the server: those of Keycloak, and the folders below the folder of themes.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '#protocol/log/logger.ts';
import { describeTheme } from './describe-theme.ts';
import { loadTheme, OUR_THEME, SHIPPED_THEMES } from './load-theme.ts';
import { SeenFiles } from './seen-files.ts';
import type { Theme } from './theme.ts';
import { isThemeName, type ThemeRoot } from './theme-folder.ts';

export interface Themes {
  /**
   * The theme as its files are now. A name that has no folder gets the default theme. What is wrong is logged, once
   * until the files change.
   */
  find(name: string | undefined): Theme;
  /** Whether there is a theme of this name. */
  has(name: string): boolean;
  /** What is wrong with a theme or has no effect, a sentence each. */
  describe(name: string): readonly string[];
  /** Names of the folders with sign-in pages, sorted. */
  list(): readonly string[];
  /** Absolute path of the folder of themes, which may be missing. */
  readonly folder: string;
}

interface Entry {
  readonly theme: Theme | undefined;
  readonly seen: SeenFiles;
}

/** Names in realms are not bounded by the folders. */
const MOST_ENTRIES = 1000;

const describeMissing = ({ folder }: ThemeRoot, name: string): string =>
  `Theme ${name} has no folder ${name}/login in ${folder}, so pages have Understudy’s own look. Add the folder, or correct the name.`;

export function openThemes(root: ThemeRoot, log: Logger): Themes {
  const entries = new Map<string, Entry>();
  const load = (name: string): Entry => {
    const seen = new SeenFiles();
    const theme = loadTheme(root, seen, name);
    if (theme === undefined) log.warn(describeMissing(root, name));
    for (const note of theme === undefined ? [] : describeTheme(theme)) log.warn(note);
    seen.complete();
    if (entries.size >= MOST_ENTRIES) entries.clear();
    const entry = { theme, seen };
    entries.set(name, entry);
    return entry;
  };
  const current = (name: string): Theme | undefined => {
    const known = entries.get(name);
    return known === undefined || known.seen.haveChanged() ? load(name).theme : known.theme;
  };
  const isFolder = (name: string): boolean => {
    try {
      return statSync(join(root.folder, name, 'login')).isDirectory();
    } catch {
      return false;
    }
  };

  return {
    folder: root.folder,
    find(name) {
      if (name === undefined || name === '') return OUR_THEME;
      return SHIPPED_THEMES.get(name) ?? current(name) ?? OUR_THEME;
    },
    has: (name) => SHIPPED_THEMES.has(name) || (isThemeName(name) && isFolder(name)),
    describe(name) {
      if (SHIPPED_THEMES.has(name)) return [];
      const theme = current(name);
      return theme === undefined ? [describeMissing(root, name)] : describeTheme(theme);
    },
    list() {
      try {
        return readdirSync(root.folder)
          .filter((name) => !SHIPPED_THEMES.has(name) && isThemeName(name) && isFolder(name))
          .toSorted();
      } catch {
        return [];
      }
    },
  };
}
