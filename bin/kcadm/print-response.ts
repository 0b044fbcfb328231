// Prints responses: pretty or compact JSON, CSV, headers, and the ID of a new resource.

import { parseAnswer } from './admin-client.ts';
import type { Arguments } from './arguments.ts';
import { UsageError } from './command-error.ts';
import { writeCsv } from './csv.ts';
import { type Fields, filterFields, parseFields } from './fields.ts';
import type { Host } from './host.ts';
import type { HttpResponse } from './http-client.ts';
import { type Json, writePretty } from './json.ts';

/** How a body is printed. */
export interface OutputFormat {
  readonly fields: Fields | undefined;
  readonly csv: boolean;
  readonly quoted: boolean;
  readonly compressed: boolean;
}

/** @throws {UsageError} for an unknown format. @throws {CommandError} for malformed fields. */
export function readOutputFormat(args: Arguments): OutputFormat {
  const format = args.text('format') ?? 'json';
  if (!['json', 'csv'].includes(format.toLowerCase()))
    throw new UsageError(`Unsupported output format: ${format}`);
  const fields = args.text('fields');
  return {
    fields: fields === undefined ? undefined : parseFields(fields),
    csv: format.toLowerCase() === 'csv',
    quoted: !args.flag('noquotes'),
    compressed: args.flag('compressed'),
  };
}

/** Compat: a text without a final line break gets one on standard error, so that redirected output is exact. */
function printText(host: Host, text: string | Uint8Array): void {
  host.print(text);
  const last = typeof text === 'string' ? text.at(-1) : String.fromCharCode(text.at(-1) ?? 0);
  if (text.length > 0 && last !== '\n' && last !== '\r') host.report('');
}

/** Prints the status line and the headers of a response. */
export function printHead(host: Host, { statusLine, headerLines }: HttpResponse): void {
  const lines = [statusLine, ...headerLines.map(([name, value]) => `${name}: ${value}`)];
  host.print(`${lines.join('\n')}\n`);
}

/** A body that is not read as JSON. */
function printRaw(host: Host, response: HttpResponse, format: OutputFormat): void {
  const reason = format.compressed ? 'compressed' : 'not json';
  if (!format.csv && format.fields === undefined) printText(host, response.body);
  else host.report(`Cannot create CSV nor filter returned fields because the response is ${reason}`);
}

function printJson(host: Host, value: Json, { fields, csv, quoted }: OutputFormat): void {
  const shown = fields === undefined ? value : filterFields(value, fields);
  if (csv) host.print(writeCsv(shown, fields, quoted));
  else printText(host, writePretty(shown));
}

/** @throws {CommandError} for a body that is not the JSON that it is declared to be. */
export function printBody(host: Host, response: HttpResponse, format: OutputFormat): void {
  const isJson = /^application\/json\b/i.test(response.header('content-type') ?? '');
  if (!isJson || format.compressed) printRaw(host, response, format);
  else if (response.body.length > 0) printJson(host, parseAnswer(response), format);
}

/** The ID of a new resource: the last name in its location. */
export function readNewId(response: HttpResponse): string | undefined {
  const location = response.header('location')?.replace(/\/$/, '');
  return location === undefined ? undefined : location.slice(location.lastIndexOf('/') + 1);
}

/** `users` → `user`: the kind of resource that an address contains. */
export function nameKind(url: string): string {
  const path = url.replace(/\?.*$/s, '').replace(/\/$/, '');
  return path.slice(path.lastIndexOf('/') + 1).replace(/s$/, '');
}
