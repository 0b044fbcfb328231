// set-password: a new password for a user.
import { openAccess } from './access.ts';
import { createAdminClient, isSuccess, refusal } from './admin-client.ts';
import type { Arguments } from './arguments.ts';
import { UsageError } from './command-error.ts';
import type { Host } from './host.ts';
import { objectOf, writeCompact } from './json.ts';
import { findUser } from './lookup.ts';
import { promptFor } from './prompt.ts';
import { readRoots, resolveResource } from './resource-url.ts';

/** @throws {UsageError} without a user, or with two. @throws {CommandError} when the server refuses. */
export async function runSetPassword(host: Host, args: Arguments): Promise<void> {
  const [username, id] = [args.text('username'), args.text('userid')];
  if (username !== undefined && id !== undefined)
    throw new UsageError('Options --userid and --username are mutually exclusive');
  if (username === undefined && id === undefined)
    throw new UsageError('No user specified. Use --username or --userid to specify user');
  const value =
    args.text('newPassword') ??
    host.environment['KC_CLI_PASSWORD'] ??
    (await promptFor(host, 'password', 'Pass it with --new-password or in KC_CLI_PASSWORD'));
  const access = await openAccess(host, args);
  const directory = {
    client: createAdminClient(access.http, access, host.program),
    roots: readRoots(access, args),
  };
  const user = id ?? (await findUser(directory, username ?? ''));
  const url = resolveResource(`users/${encodeURIComponent(user)}/reset-password`, directory.roots);
  const credential = objectOf({ type: 'password', value, temporary: args.flag('temporary') });
  const response = await directory.client.send({ method: 'PUT', url }, writeCompact(credential));
  // Compat: a user who does not exist is reported with the server's message, not with the URL.
  if (!isSuccess(response)) throw refusal(response, host.program);
}
