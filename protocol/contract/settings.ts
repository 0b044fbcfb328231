// The settings, on the wire and inside: every option with its value, where that comes from, and what was saved for the next start.
import type { OptionChoice, OptionKey, OptionRow, OptionType } from './options.ts';

/** One option of `GET /emulator/v1/settings`. Texts are as one would type them; an empty text: the option is unset. */
export interface SettingWire {
  readonly key: OptionKey;
  readonly section: OptionRow['section'];
  readonly type: OptionType;
  /** The only values there are; empty where any text of the type will do. */
  readonly choices: readonly OptionChoice[];
  /** Of whole numbers, both ends included. */
  readonly range?: { readonly minimum: number; readonly maximum: number };
  /** What a number counts: `bytes`. */
  readonly unit?: string;
  /** What holds when nobody sets the option. */
  readonly defaultValue: string;
  /** What holds now. A secret that is set is `••••`. */
  readonly value: string;
  /** Of paths: the absolute path that `value` stands for, where it is not one itself. */
  readonly absolutePath?: string;
  readonly origin: 'default' | 'file' | 'environment' | 'command line';
  /** Where the value is written: `conf/understudy.conf:12`, `UNDERSTUDY_HTTP_PORT` or `--http-port`; absent for a default. */
  readonly place?: string;
  readonly help: string;
  readonly example: string;
  readonly acts: 'at once' | 'at restart';
  readonly secret: boolean;
  /** Whether `PUT /emulator/v1/settings` takes the key. */
  readonly editable: boolean;
  /** The sentence why not. */
  readonly notEditableBecause?: string;
  /** Whether the configuration file has the key, so that it can be removed from it. */
  readonly inFile: boolean;
  /** What will hold after a restart, where that differs from `value`. A secret that is set is `••••`. */
  readonly pending?: string;
}

/** `GET` and `PUT /emulator/v1/settings`. */
export interface SettingsWire {
  /** Absolute path of the configuration file, which need not exist. */
  readonly file: string;
  /** State of the configuration file; also the header `ETag`. */
  readonly etag: string;
  /** In the order of the option table, sections together. */
  readonly settings: readonly SettingWire[];
  /** Sentences about lines of the configuration file that are passed over, with path and line. */
  readonly warnings: readonly string[];
}

/** Body of `PUT /emulator/v1/settings`. All or nothing: one fault, and nothing is written. */
export interface SettingsChangeWire {
  /** New text by key; null takes the key out of the configuration file. */
  readonly changes: Readonly<Record<string, string | null>>;
  /** `etag` of the settings that the change starts from: 409 when the file has changed since. The header `If-Match` says the same. Absent: whatever the file says. */
  readonly etag?: string;
}

/** Why a key was refused: `faults` of a refusal. */
export interface SettingFaultWire {
  readonly key: string;
  /** Without the key: `"80a" cannot be used`. */
  readonly problem: string;
  /** What would be taken. */
  readonly remedy: string;
  /** Of a pattern: two lines that show the place, for a fixed-width font. */
  readonly drawing?: string;
}

/** How a change of settings ended. Only `saved` has written anything. */
export type SettingsChanged =
  | { readonly outcome: 'saved'; readonly settings: SettingsWire }
  | { readonly outcome: 'refused'; readonly faults: readonly SettingFaultWire[] }
  /** The machine does not let the file be read or written. */
  | { readonly outcome: 'blocked'; readonly fault: SettingFaultWire }
  /** The file is another one than that which the change starts from. */
  | { readonly outcome: 'stale'; readonly file: string };

/** The settings of a running server. */
export interface Settings {
  /** Reads the configuration file anew, so that what was changed by hand is told as pending. */
  describe(): SettingsWire;
  /** Checks all, writes all, and puts into action what acts at once; or does nothing and says why. Changes wait for each other. */
  change(change: SettingsChangeWire): Promise<SettingsChanged>;
}
