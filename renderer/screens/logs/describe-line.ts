// A log line as text: for the clipboard, and its time as the list shows it.
import type { LogLineWire } from '#protocol/contract/logs.ts';
import { formatInstant } from '../../ui/instant.ts';

/** `14:03:59.120` in the person's own time zone. */
export function timeOf(at: string): string {
  const milliseconds = String(new Date(at).getMilliseconds()).padStart(3, '0');
  return `${formatInstant(at, 'time')}.${milliseconds}`;
}

/** `realm=demo client=demo-web`; empty when the line belongs to nothing. */
export function contextOf({ mdc }: LogLineWire): string {
  return Object.entries(mdc)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/** The line as somebody would paste it into a report: time with its zone, level, category, thread, message, context, stack. */
export function textOf(line: LogLineWire): string {
  const context = contextOf(line);
  const first = `${line.at} ${line.level.padEnd(5)} [${line.category}] (${line.thread}) ${line.message}`;
  return [
    context === '' ? first : `${first} {${context}}`,
    ...(line.error === undefined ? [] : [line.error]),
  ].join('\n');
}
