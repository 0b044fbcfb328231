// The command `bootstrap-admin user`: creates an administrator, or sets their password, in a data directory.

import { systemClock } from '#protocol/clock.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import type { LogControl } from '#protocol/log/log-control.ts';
import { hashPlainPasswords } from '#protocol/realm/file/plain-passwords.ts';
import { openFileStore } from '#protocol/store/file/open-file-store.ts';
import { type RealmOutOfService, RealmOutOfServiceError, type Store } from '#protocol/store/store.ts';
import { askPassword, type Terminal } from './ask-password.ts';
import {
  bootstrapAdministrator,
  checkBootstrapPassword,
  type NewAdministrator,
} from './bootstrap-administrator.ts';
import type { BootstrapFlag, CommandLine } from './config/argv.ts';
import type { ResolvedOptions } from './config/resolve-options.ts';
import { prepareRealms } from './first-start.ts';
import { createImportedPasswords } from './imported-passwords.ts';

export interface BootstrapAdmin {
  readonly options: ResolvedOptions;
  /** The command's own flags. */
  readonly bootstrap: CommandLine['bootstrap'];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Closed when the command ends. */
  readonly logControl: LogControl;
  readonly demoRealmFile: string;
  /** Where to prompt for the password; without it, the password must be given. */
  readonly terminal?: Terminal;
}

/**
 * Returns what to print.
 * @throws {OptionError} for a data directory in use, a missing password, or a user who is not an
 * administrator.
 */
export async function runBootstrapAdmin(command: BootstrapAdmin): Promise<string> {
  const { options, logControl } = command;
  try {
    const dataDir = options.values['data-dir'];
    const store = await openFileStore(dataDir, {
      log: logControl.root.child('store'),
      prepareUser: hashPlainPasswords,
    });
    try {
      checkMasterInService(store);
      const username = readUsername(command);
      const password = await readPassword(command, username);
      return `${await apply(command, store, { username, password })} Data directory: ${dataDir}`;
    } catch (error) {
      throw error instanceof RealmOutOfServiceError ? masterOutOfService(error.damage) : error;
    } finally {
      await store.close();
    }
  } finally {
    await logControl.close();
  }
}

/** Replacing a damaged master would lock out its administrators permanently. @throws {OptionError} */
function checkMasterInService({ realms }: Store): void {
  const damage = realms.findOutOfService('master');
  if (damage !== undefined) throw masterOutOfService(damage);
}

function masterOutOfService({ path, problem }: RealmOutOfService): OptionError {
  const remedy = 'Repair the file or restore it from a copy, then run the command again.';
  return new OptionError('data-dir', `realm master is out of service: ${path}: ${problem}`, remedy, {
    exitCode: 1,
  });
}

async function apply(
  { logControl, demoRealmFile, environment }: BootstrapAdmin,
  store: Store,
  administrator: NewAdministrator,
): Promise<string> {
  const { username } = administrator;
  const clock = systemClock;
  const known = store.realms.find('master');
  if (known === undefined) {
    checkBootstrapPassword(administrator.password);
    const log = logControl.root.child('realm');
    // Background hashing is never started: the command ends before that.
    const passwords = createImportedPasswords({ store, log, demoRealmFile, environment });
    const start = { store, ...passwords, clock, log, administrator, demoRealmFile, environment };
    await prepareRealms({ ...start, exposure: undefined, demoRealm: 'never', importRequest: undefined });
  }
  // Also for a new realm, so that its administrator's hash has the full cost at once.
  const master = known ?? store.realms.find('master');
  if (master === undefined) throw new TypeError('a start makes realm master');
  const outcome = await bootstrapAdministrator(store, master, administrator, clock);
  if (known === undefined || outcome === 'created')
    return `Administrator ${username} of realm master was created.`;
  const enabled = outcome === 'password set' ? '' : ' and is enabled';
  return `Administrator ${username} of realm master has the new password${enabled}.`;
}

function readUsername({ bootstrap, options, environment }: BootstrapAdmin): string {
  const given = bootstrap.get('username') ?? readVariable(bootstrap, 'username:env', environment);
  const username = (given ?? options.values['bootstrap-admin-username']).trim();
  if (username === '')
    throw new OptionError('username', 'is empty', 'Give the name of an administrator: --username=admin.');
  return username;
}

async function readPassword(
  { bootstrap, options, environment, terminal }: BootstrapAdmin,
  username: string,
): Promise<string> {
  const given =
    readVariable(bootstrap, 'password:env', environment) ?? options.values['bootstrap-admin-password'];
  if (given !== undefined) return given;
  if (terminal !== undefined && !bootstrap.has('no-prompt'))
    return askPassword(terminal, `New password of administrator ${username}`);
  const remedy =
    'Name an environment variable that contains it with --password:env=VARIABLE, or run the command on a terminal.';
  throw new OptionError('password', 'was not given', remedy);
}

/** The value of the environment variable named by a flag; undefined without the flag. */
function readVariable(
  bootstrap: BootstrapAdmin['bootstrap'],
  flag: Extract<BootstrapFlag, `${string}:env`>,
  environment: BootstrapAdmin['environment'],
): string | undefined {
  const name = bootstrap.get(flag);
  if (name === undefined) return undefined;
  const value = environment[name];
  if (value !== undefined && value !== '') return value;
  throw new OptionError(flag, `the environment variable ${name} is not set`, 'Export it first.');
}
