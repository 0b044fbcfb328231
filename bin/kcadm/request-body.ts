// The body of create, update and delete: a file, a text, or an object made of -s and -d.
import { readFileSync } from 'node:fs';
import { type AttributeChange, applyAttributes } from './apply-attributes.ts';
import type { Arguments } from './arguments.ts';
import { CommandError, UsageError } from './command-error.ts';
import type { Host } from './host.ts';
import { isObject, type Json, JsonError, type JsonObject, parseJson, writeCompact } from './json.ts';
import { mergeInto } from './merge.ts';

/** A document from --file. */
export interface FileDocument {
  readonly text: string;
  /** Undefined when it is sent as another media type than JSON, unread. */
  readonly json: Json | undefined;
}

async function readText(host: Host, path: string): Promise<string> {
  if (path === '-') return host.readInput();
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'ENOENT' ? `File not found: ${path}` : `File cannot be read: ${path} (${code})`,
      { cause: error },
    );
  }
}

/**
 * Reads --file; `-` is standard input.
 * @throws {CommandError} unreadable, empty or, for JSON, malformed with the line and column.
 */
export async function readDocument(host: Host, path: string, isJson: boolean): Promise<FileDocument> {
  const text = await readText(host, path);
  if (!isJson) return { text, json: undefined };
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') throw new CommandError('Document provided by --file option is empty');
  try {
    return { text: trimmed, json: parseJson(trimmed) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new CommandError(`Not a valid JSON document - ${error.message}`, { cause: error });
  }
}

/** The object of a document. @throws {CommandError} for a list or a single value. */
export function requireObject(json: Json): JsonObject {
  if (isObject(json)) return json;
  throw new CommandError(`Not a JSON object: ${writeCompact(json)}`);
}

/** @throws {UsageError} for options that exclude each other. */
export function checkBodyOptions(args: Arguments): void {
  if (args.has('body') && args.has('file'))
    throw new UsageError('Options --body and --file are mutually exclusive');
  if (args.flag('merge') && args.flag('noMerge'))
    throw new UsageError('Options --merge and --no-merge are mutually exclusive');
}

/** Everything a body is made of. */
export interface BodyParts {
  readonly body: string | undefined;
  readonly document: FileDocument | undefined;
  readonly changes: readonly AttributeChange[];
  /** The server's object, to be changed. */
  readonly remote: JsonObject | undefined;
}

/** Compat: a document that nothing changes is sent as it is. @throws {CommandError} when it cannot be changed. */
export function composeBody({ body, document, changes, remote }: BodyParts): string | undefined {
  const opaque = body !== undefined || (document !== undefined && document.json === undefined);
  if (opaque && changes.length > 0)
    throw new CommandError(
      "Can't set attributes on content of type other than application/json. Omit --set and --delete, or pass a JSON document with --file",
    );
  if (opaque) return body ?? document?.text;
  if (remote === undefined && changes.length === 0) return document?.text;
  const own = document?.json === undefined ? undefined : requireObject(document.json);
  const result: JsonObject = remote ?? own ?? new Map();
  if (remote !== undefined && own !== undefined) mergeInto(remote, own);
  applyAttributes(result, changes);
  return writeCompact(result);
}
