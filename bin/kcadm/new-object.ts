// new-object: prints the JSON object that a command line composes, without a server.
import { applyAttributes, readAttributeChanges } from './apply-attributes.ts';
import type { Arguments } from './arguments.ts';
import type { Host } from './host.ts';
import { type Json, writeCompact, writePretty } from './json.ts';
import { readDocument, requireObject } from './request-body.ts';

/** @throws {CommandError} for a document that cannot be read or changed. */
export async function runNewObject(host: Host, args: Arguments): Promise<void> {
  const path = args.text('file');
  const changes = readAttributeChanges(args);
  const document = path === undefined ? undefined : (await readDocument(host, path, true)).json;
  let value: Json = document ?? new Map();
  if (changes.length > 0) {
    const object = requireObject(value);
    applyAttributes(object, changes);
    value = object;
  }
  if (args.flag('compact')) return host.print(writeCompact(value));
  host.print(writePretty(value));
  host.report('');
}
