// Finds extensions of Keycloak that an image or a volume brings along, which have no effect.
import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Keycloak's folders of Java archives; the second is that of versions before 17. */
const PROVIDER_FOLDERS = ['providers', 'standalone/deployments'];

/** How many names a line lists. */
const MAX_NAMES = 10;

/** One sentence each for the providers and themes below Keycloak's folder. */
export interface ExtensionNotes {
  /** What they add is missing. */
  readonly warnings: readonly string[];
  /** The rest works without them. */
  readonly notices: readonly string[];
}

/** `home`: the folder that contains `bin`, `providers` and `themes`; undefined: there is none. */
export function describeExtensions(home: string | undefined): ExtensionNotes {
  if (home === undefined) return { warnings: [], notices: [] };
  const providers = PROVIDER_FOLDERS.flatMap((folder) =>
    list(join(home, folder)).filter(({ name }) => name.endsWith('.jar')),
  );
  const themes = list(join(home, 'themes')).filter(
    (entry) => entry.isDirectory() && !existsSync(join(home, 'themes', entry.name, 'login')),
  );
  return {
    warnings: providers.length === 0 ? [] : [describeProviders(providers)],
    notices: themes.length === 0 ? [] : [describeThemes(themes)],
  };
}

function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function describeProviders(providers: readonly Dirent[]): string {
  return `Providers are not loaded, because Understudy does not run Java: ${listNames(providers)}. What they add is missing; test it with Keycloak. Copy a theme inside of one from its folder theme into the folder themes`;
}

function describeThemes(themes: readonly Dirent[]): string {
  return `Themes without sign-in pages (login) are not used: ${listNames(themes)}. Messages and consoles have Understudy's own design`;
}

function listNames(entries: readonly Dirent[]): string {
  const names = entries.map(({ name }) => name).toSorted();
  const rest = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
