// Determines whether other machines can reach the server, and which command its administrator should run.

import { isLoopbackHost } from '#protocol/http/host-policy.ts';
import type { Exposure } from './administrator-passwords.ts';
import type { ResolvedOptions } from './config/resolve-options.ts';

/**
 * Undefined for loopback addresses, and in a container, whose ports the user publishes and where no
 * administrator has a default password. Names below `localhost` may be resolved by other machines.
 */
export function detectExposure({ values, sources, isContainer }: ResolvedOptions): Exposure | undefined {
  if (isContainer) return undefined;
  const address = values['http-host'];
  if (isLoopbackHost(address) && !address.toLowerCase().endsWith('.localhost')) return undefined;
  // Named even when it is set in the environment or a configuration file: the command may run without these.
  const isDefault = sources['data-dir'].origin === 'default';
  const folder = isDefault ? '' : ` --data-dir=${shellWord(values['data-dir'])}`;
  return {
    address,
    commandFor: (username) =>
      `"bin/understudy.sh bootstrap-admin user --username=${shellWord(username)}${folder}"`,
  };
}

/** A text as one word of a POSIX shell command. */
function shellWord(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
