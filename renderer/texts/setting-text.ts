// What settings are called in another language than English, whose texts are in the rows of the settings.

/** The texts of one setting. */
export interface SettingText {
  readonly label: string;
  readonly help: string;
  /** What applies while nothing is set, if the row says it. */
  readonly unset?: string;
  /** Labels of the choices by value. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** By name of the setting. */
export type SettingTexts = Readonly<Record<string, SettingText>>;

/** Whose settings have a table. `mapperType`, `installation`, `sampleApplication`: rows with a name and an effect. */
export type SettingKind =
  | 'realm'
  | 'mailServer'
  | 'client'
  | 'clientScope'
  | 'user'
  | 'group'
  | 'role'
  | 'mapper'
  | 'mapperType'
  /** Types of mappers of identity providers; English is the server's. */
  | 'providerMapperType'
  | 'installation'
  | 'sampleApplication'
  /** Changes of settings that would accept a refused request. */
  | 'fix';

/** The tables of a language; one that is absent is shown in English. */
export type SettingTables = Readonly<Partial<Record<SettingKind, SettingTexts>>>;

let shown: SettingTables = {};

export function showSettings(tables: SettingTables): void {
  shown = tables;
}

/** The texts of a setting; undefined if those of its row are shown. */
export function settingText(kind: SettingKind, name: string): SettingText | undefined {
  const table = shown[kind] ?? {};
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
