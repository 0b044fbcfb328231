// What the import report says about the themes of a realm and its clients.
import { describeValue } from '#protocol/contract/settings/kept.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import type { Findings } from './findings.ts';

/** What is known of themes. */
export interface ThemeNotes {
  /** What is wrong with a theme or has no effect, a sentence each; none for a theme that works. */
  describe(name: string): readonly string[];
}

/** A theme that several clients have is one line for each of its faults. */
export function reportThemes(
  findings: Findings,
  { loginTheme, clients }: StoredRealm,
  themes: ThemeNotes,
): void {
  const add = (path: Parameters<Findings['add']>[0]['path'], name: unknown): void => {
    if (typeof name !== 'string' || name === '') return;
    for (const message of themes.describe(name))
      findings.add({ path, value: describeValue(name), message, apart: true });
  };
  add(['loginTheme'], loginTheme);
  for (const client of clients ?? [])
    add(
      ['clients', { item: client.clientId }, 'attributes', 'login_theme'],
      client.attributes?.['login_theme'],
    );
}
