// Finds Apache and its module mod_auth_mellon, which the tests run as a foreign service provider.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './setup/run-command.mjs';

/** Where Debian keeps Apache's modules. */
const MODULES = '/usr/lib/apache2/modules';

/** Apache's program and the folder of its modules; undefined where one of the two is not installed. */
export function findApache() {
  const program = findProgram('apache2') ?? ['/usr/sbin/apache2'].find((path) => existsSync(path));
  if (program === undefined || !existsSync(join(MODULES, 'mod_auth_mellon.so'))) return undefined;
  return { program, modules: MODULES };
}
