// Whether other machines reach the server, and what its administrator is warned of then.

import { isLoopbackHost } from '#protocol/http/host-policy.ts';
import type { Exposure } from './administrator-passwords.ts';
import type { ResolvedOptions } from './config/resolve-options.ts';

/** Undefined when only this machine reaches the server. A name below `localhost` is resolved by the system, which may ask others. */
export function exposureOf({ values, sources }: ResolvedOptions): Exposure | undefined {
  const address = values['http-host'];
  if (isLoopbackHost(address) && !address.toLowerCase().endsWith('.localhost')) return undefined;
  // Whatever sets it may not be there for the command: an option, a variable, a configuration file that --config-file names.
  const isDefault = sources['data-dir'].origin === 'default';
  const folder = isDefault ? '' : ` --data-dir=${shellWord(values['data-dir'])}`;
  return {
    address,
    commandFor: (username) =>
      `"bin/understudy.sh bootstrap-admin user --username=${shellWord(username)}${folder}"`,
  };
}

/** A text as one word of a POSIX shell's command. */
function shellWord(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
