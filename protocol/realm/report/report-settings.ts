// The import report: settings of a stored realm that ask for something and have no effect.
import type { IneffectiveSettingWire } from '#protocol/contract/import-report.ts';
import { REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import { USER_SETTINGS } from '#protocol/contract/settings/user.ts';
import { inSlices, runAtOnce, type Sliced } from '#protocol/store/sliced.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { Findings } from './findings.ts';
import { LinkReport } from './report-links.ts';
import { reportMarkup } from './report-markup.ts';
import { type TextKeys, TextReport } from './report-texts.ts';
import { reportThemes, type ThemeNotes } from './report-themes.ts';
import { holdsSettings, type Rows, SettingsWalk } from './walk-settings.ts';

/**
 * One line for each setting, the realm's own first; settings with Keycloak's default are left out. Time is
 * linear in the size of the realm. No line contains a secret.
 */
export function reportSettings(
  realm: StoredRealm,
  users: readonly StoredUser[],
  facts: PageFacts = {},
): readonly IneffectiveSettingWire[] {
  return runAtOnce(reportInSlices(realm, users, facts));
}

/** What a report needs to know of pages; what is absent is not examined. */
export interface PageFacts {
  readonly textKeys?: TextKeys | undefined;
  readonly themes?: ThemeNotes | undefined;
}

/** The same, for realms with many users. */
export function* reportInSlices(
  realm: StoredRealm,
  users: readonly StoredUser[],
  facts: PageFacts,
): Sliced<readonly IneffectiveSettingWire[]> {
  const report = startReport(realm, facts);
  yield* inSlices(users, (user) => report.addUser(user));
  return report.list();
}

/** The same, for users that are not in memory. */
export async function reportWalk(
  realm: StoredRealm,
  users: AsyncIterable<StoredUser>,
  facts: PageFacts,
): Promise<readonly IneffectiveSettingWire[]> {
  const report = startReport(realm, facts);
  for await (const user of users) report.addUser(user);
  return report.list();
}

interface SettingsReport {
  addUser(user: StoredUser): void;
  list(): readonly IneffectiveSettingWire[];
}

/** A report of the realm's own settings. */
function startReport(realm: StoredRealm, { textKeys, themes }: PageFacts): SettingsReport {
  const findings = new Findings();
  const walk = new SettingsWalk(findings);
  const members = Object.entries(realm);
  const ordered = [
    ...members.filter(([name]) => !isContent(name)),
    ...members.filter(([name]) => isContent(name)),
  ];
  new TextReport(findings, realm, textKeys).report();
  walk.object(Object.fromEntries(ordered), REALM_SETTINGS, []);
  reportMarkup(findings, realm);
  const links = new LinkReport(findings);
  if (themes !== undefined) reportThemes(findings, realm, themes);
  return {
    addUser(user) {
      walk.object(user, USER_SETTINGS, ['users', { item: user.username }]);
      links.addUser(user);
    },
    list: () => findings.list(),
  };
}

const ROWS: Rows = REALM_SETTINGS;

/** Whether a member contains clients, roles and the like, and not a setting of the realm itself. */
function isContent(name: string): boolean {
  const type = Object.hasOwn(ROWS, name) ? ROWS[name]?.type : undefined;
  return type !== undefined && name !== 'attributes' && holdsSettings(type);
}
