// The settings, on the wire and inside the server: every option with its value, origin and pending value.
import type { OptionChoice, OptionKey, OptionRow, OptionType } from './options.ts';

/** One option of `GET /emulator/v1/settings`. Values are texts as typed; empty: the option is unset. */
export interface SettingWire {
  readonly key: OptionKey;
  readonly section: OptionRow['section'];
  readonly type: OptionType;
  /** The allowed values; empty when any text of the type is allowed. */
  readonly choices: readonly OptionChoice[];
  /** For whole numbers, inclusive. */
  readonly range?: { readonly minimum: number; readonly maximum: number };
  /** Unit of a number: `bytes`. */
  readonly unit?: string;
  readonly defaultValue: string;
  /** The current value. A secret that is set is `••••`. */
  readonly value: string;
  /** For paths: the absolute path of a relative `value`. */
  readonly absolutePath?: string;
  readonly origin: 'default' | 'file' | 'environment' | 'command line';
  /** Where it is set: `conf/understudy.conf:12`, `UNDERSTUDY_HTTP_PORT` or `--http-port`; absent: default. */
  readonly place?: string;
  readonly help: string;
  readonly example: string;
  readonly acts: 'at once' | 'at restart';
  readonly secret: boolean;
  /** Whether `PUT /emulator/v1/settings` accepts the key. */
  readonly editable: boolean;
  /** The reason, as sentences. */
  readonly notEditableBecause?: string;
  /** Whether the key is in the configuration file, so that it can be removed. */
  readonly inFile: boolean;
  /** The value after a restart, if it differs from `value`. A secret that is set is `••••`. */
  readonly pending?: string;
}

/** `GET` and `PUT /emulator/v1/settings`. */
export interface SettingsWire {
  /** Absolute path of the configuration file, which need not exist. */
  readonly file: string;
  /** State of the configuration file; also in the header `ETag`. */
  readonly etag: string;
  /** In the order of the option table, grouped by section. */
  readonly settings: readonly SettingWire[];
  /** One sentence for each ignored line of the configuration file, with path and line. */
  readonly warnings: readonly string[];
}

/** Body of `PUT /emulator/v1/settings`. All or nothing: with one fault, nothing is written. */
export interface SettingsChangeWire {
  /** New value by key; null removes the key from the configuration file. */
  readonly changes: Readonly<Record<string, string | null>>;
  /** The state that the change is based on (409 if it is stale), like the header `If-Match`. Absent: any. */
  readonly etag?: string;
}

/** Why a key was rejected. */
export interface SettingFaultWire {
  readonly key: string;
  /** Without the key: `"80a" cannot be used`. */
  readonly problem: string;
  /** What would be accepted. */
  readonly remedy: string;
  /** For a pattern: two lines that mark the position, for a fixed-width font. */
  readonly drawing?: string;
}

/** The result of a change of settings. Only `saved` has written anything. */
export type SettingsChanged =
  | { readonly outcome: 'saved'; readonly settings: SettingsWire }
  | { readonly outcome: 'refused'; readonly faults: readonly SettingFaultWire[] }
  /** The configuration file cannot be read or written. */
  | { readonly outcome: 'blocked'; readonly fault: SettingFaultWire }
  /** The file has changed since the state that the change is based on. */
  | { readonly outcome: 'stale'; readonly file: string };

export interface Settings {
  /** Re-reads the configuration file, so that manual changes are shown as pending. */
  describe(): SettingsWire;
  /** Saves all changes and applies what takes effect at once, or does nothing. Changes are serialized. */
  change(change: SettingsChangeWire): Promise<SettingsChanged>;
}
