// Finds Apache and its module mod_auth_mellon, which the tests run as a third-party service provider.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './setup/run-command.mjs';

/** Debian's folder for Apache modules. */
const MODULES = '/usr/lib/apache2/modules';

/** Apache's program and module folder; undefined if either is not installed. */
export function findApache() {
  const program = findProgram('apache2') ?? ['/usr/sbin/apache2'].find((path) => existsSync(path));
  if (program === undefined || !existsSync(join(MODULES, 'mod_auth_mellon.so'))) return undefined;
  return { program, modules: MODULES };
}
