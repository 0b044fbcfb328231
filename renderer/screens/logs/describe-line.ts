// A log line as text: for the clipboard, and its time as the list shows it.
import type { LogLineWire } from '#protocol/contract/logs.ts';

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

/** `14:03:59.120` in the person's own time zone. */
export function timeOf(at: string): string {
  const date = new Date(at);
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part, 2)).join(':');
  return `${clock}.${pad(date.getMilliseconds(), 3)}`;
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
