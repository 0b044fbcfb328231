// What the console says about the server's options in another language than English, whose texts the server sends.

/** The texts of one option. */
export interface OptionText {
  readonly help: string;
  /** What each of its choices does, by value. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** Why an option cannot be changed on the screen. */
export type FixedReason =
  | 'configFile'
  | 'file'
  | 'files'
  | 'folder'
  | 'trust'
  | 'partOfAddress'
  | 'database'
  | 'address'
  | 'commandLine'
  | 'environment';

/** The texts of a language. */
export interface OptionTables {
  readonly options: Readonly<Record<string, OptionText>>;
  /** Reasons as sentences, in which {{place}} is the flag or the variable. */
  readonly fixed: Readonly<Record<FixedReason, string>>;
}

let shown: OptionTables | undefined;

/** Undefined: the texts of the server are shown. */
export function showOptions(tables: OptionTables | undefined): void {
  shown = tables;
}

/** The texts of an option; undefined if those of the server are shown. */
export function optionText(key: string): OptionText | undefined {
  const options = shown?.options ?? {};
  return Object.hasOwn(options, key) ? options[key] : undefined;
}

/** The reason as sentences; undefined if those of the server are shown. */
export function fixedText(reason: FixedReason, place: string): string | undefined {
  return shown?.fixed[reason].replaceAll('{{place}}', () => place);
}
