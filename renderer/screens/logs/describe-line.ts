// A log line as text for the clipboard, and its time for the list.
import type { LogLineWire } from '#protocol/contract/logs.ts';
import { formatInstant } from '../../ui/instant.ts';

/** `14:03:59.120` in the user's time zone. */
export function timeOf(at: string): string {
  const milliseconds = String(new Date(at).getMilliseconds()).padStart(3, '0');
  return `${formatInstant(at, 'time')}.${milliseconds}`;
}

/** `realm=demo client=demo-web`; empty if the line has no context. */
export function contextOf({ mdc }: LogLineWire): string {
  return Object.entries(mdc)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/** The complete line: ISO 8601 time, level, category, thread, message, context, stack. */
export function textOf(line: LogLineWire): string {
  const context = contextOf(line);
  const first = `${line.at} ${line.level.padEnd(5)} [${line.category}] (${line.thread}) ${line.message}`;
  return [
    context === '' ? first : `${first} {${context}}`,
    ...(line.error === undefined ? [] : [line.error]),
  ].join('\n');
}
