// Validates requested changes of settings: each key and value is checked, and all faults are reported.
import { OPTION_ROWS, type OptionKey, type OptionRow, type OptionType } from '#protocol/contract/options.ts';
import type { SettingFaultWire } from '#protocol/contract/settings.ts';
import { OptionError, type OptionSource } from '#protocol/errors/option-error.ts';
import { hasPlaceholder } from './conf-placeholders.ts';
import { type ConfChanges, isValidConfValue } from './conf-writer.ts';
import { findOption, nearestOption, readOptionValue } from './option-values.ts';

/** Shown in place of a secret that is set. */
export const SHOWN_SECRET = '••••';

const TRUST = 'It decides which requests are trusted';

/** Why an option cannot be changed over HTTP, by its type; all others name an address. */
const REASONS: Partial<Record<OptionType, string>> = {
  file: 'It names a file',
  files: 'It names files',
  folder: 'It names a folder',
  boolean: TRUST,
  choice: TRUST,
  'address-list': TRUST,
  integer: 'It is part of an address',
};

function reasonOf({ section, type }: OptionRow): string {
  return section === 'Database' ? 'It says where state is kept' : (REASONS[type] ?? 'It names an address');
}

/** Why an option cannot be changed over HTTP, and how it can be; `file` is the configuration file's path. */
export function whyFixed(
  row: OptionRow,
  source: OptionSource,
  file: string,
): { because: string; remedy: string } | undefined {
  if (row.key === 'config-file') {
    return {
      because: 'It names the configuration file itself.',
      remedy: 'Give it on the command line or in the environment.',
    };
  }
  if (row.overHttp === 'never') {
    return {
      because: `${reasonOf(row)}, so it cannot be changed over HTTP.`,
      remedy: `Set it in ${file} or on the command line.`,
    };
  }
  if (source.origin === 'command line') {
    return {
      because: `It is set on the command line (${source.place}).`,
      remedy: 'Start without it to change the value here.',
    };
  }
  if (source.origin === 'environment') {
    return {
      because: `It is set by the environment variable ${source.place}.`,
      remedy: 'Start without the variable to change the value here.',
    };
  }
  return undefined;
}

interface Fixed {
  readonly sources: Readonly<Record<OptionKey, OptionSource>>;
  /** Path of the configuration file. */
  readonly file: string;
}

/** Splits the requested changes into valid ones, in the order of the option table and trimmed, and faults. */
export function readChanges(
  requested: Readonly<Record<string, string | null>>,
  { sources, file }: Fixed,
): { readonly changes: ConfChanges; readonly faults: readonly SettingFaultWire[] } {
  const read = new Map<string, string | null>();
  const faults: SettingFaultWire[] = [];
  for (const [name, text] of Object.entries(requested)) {
    const row = findOption(name);
    const fault =
      row === undefined
        ? unknownKey(name)
        : findFault(row, text, whyFixed(row, sources[row.key], file), read);
    if (fault !== undefined) faults.push({ key: name, ...fault });
    read.set(row?.key ?? name, text?.trim() ?? null);
  }
  const given = OPTION_ROWS.map(({ key }): [OptionKey, string | null | undefined] => [key, read.get(key)]);
  const changes = new Map(
    given.filter((entry): entry is [OptionKey, string | null] => entry[1] !== undefined),
  );
  return { changes, faults };
}

type Fault = Omit<SettingFaultWire, 'key'>;

function unknownKey(name: string): Fault {
  const nearest = nearestOption(name);
  const remedy = nearest === undefined ? 'GET /emulator/v1/settings lists all.' : `Did you mean ${nearest}?`;
  return { problem: 'unknown option', remedy };
}

function findFault(
  row: OptionRow,
  text: string | null,
  fixed: ReturnType<typeof whyFixed>,
  read: ReadonlyMap<string, unknown>,
): Fault | undefined {
  if (fixed !== undefined)
    return { problem: `cannot be changed here. ${fixed.because.replace(/\.$/, '')}`, remedy: fixed.remedy };
  if (read.has(row.key))
    return { problem: 'is given twice, under two names', remedy: `Give ${row.key} once.` };
  return text === null ? undefined : findTextFault(row, text);
}

const ORIGIN = { origin: 'file' } as const;
/** Otherwise, callers could read the environment of the server. */
const PLACEHOLDER: Fault = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders have this form
  problem: 'the file reads ${…} as the value of an environment variable',
  remedy: 'Give the value itself, or edit the file.',
};
const OUTER_BLANKS: Fault = {
  problem: 'the file cannot store a value with leading or trailing blanks',
  remedy: 'Remove the blanks, or set the option on the command line.',
};

function findTextFault(row: OptionRow, text: string): Fault | undefined {
  if (!isValidConfValue(text.trim())) {
    const remedy = 'Give a text without line breaks and without incomplete characters.';
    return { problem: 'the value does not fit on one line of the file', remedy };
  }
  if (hasPlaceholder(text)) return PLACEHOLDER;
  if (row.secret && text.trim() === SHOWN_SECRET) {
    return {
      problem: `${SHOWN_SECRET} stands for a secret that is not shown`,
      remedy: 'Give the secret itself.',
    };
  }
  try {
    const isSame = readOptionValue(row, text, ORIGIN) === readOptionValue(row, text.trim(), ORIGIN);
    return isSame ? undefined : OUTER_BLANKS;
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    const { problem, remedy, drawing } = describeFault(error);
    return { problem, remedy, ...(drawing === undefined ? {} : { drawing }) };
  }
}

/** An option's error as a fault of that option, with the place of the value. */
export function describeFault(error: OptionError): SettingFaultWire {
  const place = error.source?.place;
  const problem = error.message.slice(`${error.option}: `.length);
  return {
    key: error.option,
    problem: place === undefined ? problem : `${problem} (${place})`,
    remedy: error.remedy,
    ...(error.drawing === undefined ? {} : { drawing: error.drawing }),
  };
}
