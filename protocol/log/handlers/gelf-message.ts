// Converts a record to a GELF 1.1 message: its fields and their types.
import type { RecordLevel } from '#protocol/contract/log-levels.ts';
import type { LogRecord } from '#protocol/contract/log-record.ts';
import { renderError, renderErrorTitle, renderMessage } from '../record-text.ts';

/** Fields by name. Strings that look like numbers become numbers when the message is rendered. */
export type GelfMessage = Readonly<Record<string, string | number>>;

/** Settings of the fields. */
export interface GelfMembers {
  /** Fully qualified host name. */
  readonly hostName: string;
  readonly facility: string;
  readonly includeStackTrace: boolean;
  readonly includeMessageParameters: boolean;
  readonly includeLocation: boolean;
  /** Formats `_Time`; takes milliseconds since the epoch. */
  readonly formatTime: (at: number) => string;
  /** User-defined fields by name, without the underscore. */
  readonly additionalFields: ReadonlyMap<string, string>;
}

/** Syslog severities (RFC 5424 §6.2.1). Compat: DEBUG and TRACE are both 7, the lowest. */
const LEVELS: Record<RecordLevel, number> = { FATAL: 2, ERROR: 3, WARN: 4, INFO: 6, DEBUG: 7, TRACE: 7 };

const SHORT_MESSAGE_CHARS = 250;

/** Unknown and empty fields are omitted. GELF 1.1; service description §2.3. */
export function toGelfMessage(record: LogRecord, members: GelfMembers): GelfMessage {
  const text = renderMessage(record);
  const message: Record<string, string | number> = {};
  const add = (name: string, value: string | number | undefined): void => {
    if (value !== undefined && value !== '') message[name] = value;
  };
  for (const [name, value] of members.additionalFields) add(`_${name}`, value);
  add('host', members.hostName || 'localhost');
  add('version', '1.1');
  // Choice: receivers reject messages without short_message, so records without text get one, too
  // (docs/differences-to-keycloak.md, "GELF messages").
  add(
    'short_message',
    shorten(text) || shorten(record.error === undefined ? '' : renderErrorTitle(record.error)) || '(no text)',
  );
  add('full_message', text);
  add('timestamp', record.at / 1000);
  add('level', LEVELS[record.level]);
  add('facility', members.facility);
  add('_Time', members.formatTime(record.at));
  add('_Severity', record.level);
  add('_Thread', record.threadName);
  add('_LoggerName', record.category);
  if (members.includeLocation) addLocation(add, record);
  if (members.includeStackTrace && record.error !== undefined) {
    add('_StackTrace', renderError(record.error).trimEnd());
  }
  if (members.includeMessageParameters) addParameters(add, record);
  return message;
}

type Add = (name: string, value: string | number | undefined) => void;

/** Modules take the place of classes. */
function addLocation(add: Add, { location }: LogRecord): void {
  if (location === undefined) return;
  add('_SourceClassName', location.file);
  add('_SourceMethodName', location.function);
  add('_SourceSimpleClassName', location.file.replace(/^.*[\\/]/, '').replace(/\.[^.]+$/, ''));
}

function addParameters(add: Add, { parameters }: LogRecord): void {
  let index = 0;
  for (const value of Object.values(parameters)) {
    if (value === undefined) continue;
    add(`_MessageParam${index}`, String(value));
    index += 1;
  }
}

/** Compat: texts longer than 250 characters are truncated to 249. */
function shorten(text: string): string {
  return text.length > SHORT_MESSAGE_CHARS ? text.slice(0, SHORT_MESSAGE_CHARS - 1) : text;
}

/** An integer without leading zeros, or a decimal fraction: valid JSON numbers as written. */
const NUMBER = /^-?(0|[1-9]\d{0,18})(\.\d{1,17})?$/;
const LARGEST_LONG = 2n ** 63n - 1n;

/** Integers are limited to 64 bits, so that no receiver rejects them. */
function readsAsNumber(text: string): boolean {
  const match = NUMBER.exec(text);
  return (
    match !== null &&
    (text.length < 19 || match[2] !== undefined || BigInt(text.replace('-', '')) <= LARGEST_LONG)
  );
}

/** As JSON. Compat: in additional fields (`_…`) a string that looks like a number is written as one. */
export function renderGelfMessage(message: GelfMessage): string {
  const members = Object.entries(message).map(([name, value]) => {
    const bare = typeof value === 'string' && name.startsWith('_') && readsAsNumber(value);
    return `${JSON.stringify(name)}:${bare ? value : JSON.stringify(value)}`;
  });
  return `{${members.join(',')}}`;
}
