// The command `bootstrap-admin`: creates an administrator, or sets their password or secret, in a data directory.

import { systemClock } from '#protocol/clock.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import type { LogControl } from '#protocol/log/log-control.ts';
import {
  type RealmOutOfService,
  RealmOutOfServiceError,
  type Store,
  type StoredRealm,
} from '#protocol/store/store.ts';
import { askPassword, type Terminal } from './ask-password.ts';
import {
  bootstrapAdministrator,
  bootstrapServiceAccount,
  checkBootstrapPassword,
  type NewAdministrator,
} from './bootstrap-administrator.ts';
import type { ResolvedOptions } from './config/resolve-options.ts';
import { describeDatabase, readDatabase } from './database-settings.ts';
import { prepareRealms } from './first-start.ts';
import { createImportedPasswords } from './imported-passwords.ts';
import { openCommandStore } from './open-store.ts';
import { asUnstarted } from './unstarted.ts';

export interface BootstrapAdmin {
  readonly options: ResolvedOptions;
  readonly kind: 'user' | 'service';
  /** The command's own flags. */
  readonly flags: ReadonlyMap<string, string>;
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
    const store = await openCommandStore(options, logControl.root.child('store'));
    try {
      checkMasterInService(store);
      const done =
        command.kind === 'user' ? await applyUser(command, store) : await applyService(command, store);
      return `${done} ${sayWhere(options)}`;
    } catch (error) {
      throw error instanceof RealmOutOfServiceError ? masterOutOfService(error.damage) : error;
    } finally {
      await store.close();
    }
  } finally {
    await logControl.close();
  }
}

function sayWhere(options: ResolvedOptions): string {
  const database = readDatabase(options);
  if (database.kind === 'files') return `Data directory: ${database.dataDir}`;
  return `It is kept ${describeDatabase(database)}.`;
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

async function applyUser(command: BootstrapAdmin, store: Store): Promise<string> {
  const username = readName(command, 'username', command.options.values['bootstrap-admin-username']);
  const password = await readSecret(command, 'password', {
    given: command.options.values['bootstrap-admin-password'],
    prompt: `New password of administrator ${username}`,
  });
  const administrator = { username, password };
  const isNew = store.realms.find('master') === undefined;
  if (isNew) checkBootstrapPassword(password);
  const master = await ensureMaster(command, store, administrator);
  // Also for a new realm, so that its administrator's hash has the full cost at once.
  const outcome = await bootstrapAdministrator(store, master, administrator, systemClock);
  if (isNew || outcome === 'created') return `Administrator ${username} of realm master was created.`;
  const enabled = outcome === 'password set' ? '' : ' and is enabled';
  return `Administrator ${username} of realm master has the new password${enabled}.`;
}

async function applyService(command: BootstrapAdmin, store: Store): Promise<string> {
  const { values } = command.options;
  const clientId = readName(command, 'client-id', values['bootstrap-admin-client-id']);
  const secret = await readSecret(command, 'client-secret', {
    given: values['bootstrap-admin-client-secret'],
    prompt: `New secret of client ${clientId}`,
  });
  const master = await ensureMaster(command, store, undefined);
  const outcome = await bootstrapServiceAccount(store, master, { clientId, secret }, systemClock);
  return outcome === 'created'
    ? `Client ${clientId} of realm master, whose service account is an administrator, was created.`
    : `Client ${clientId} of realm master has the new secret.`;
}

/** The master realm; a new one has no administrator but the given one. */
async function ensureMaster(
  { logControl, demoRealmFile, environment }: BootstrapAdmin,
  store: Store,
  administrator: NewAdministrator | undefined,
): Promise<StoredRealm> {
  const known = store.realms.find('master');
  if (known !== undefined) return known;
  const log = logControl.root.child('realm');
  // Background hashing is never started: the command ends before that.
  const passwords = createImportedPasswords({ store, log, demoRealmFile, environment });
  await prepareRealms({
    ...passwords,
    store,
    clock: systemClock,
    log,
    administrator: administrator === undefined ? undefined : { ...administrator, defaultPassword: undefined },
    serviceAccount: undefined,
    exposure: undefined,
    demoRealmFiles: [],
    demoRealm: 'never',
    importRequest: undefined,
    environment,
  });
  // The demo realm is up to the first start.
  return store.realms.update('master', asUnstarted);
}

function readName({ flags, environment }: BootstrapAdmin, flag: NameFlag, byDefault: string): string {
  const given = flags.get(flag) ?? readVariable(flags, `${flag}:env`, environment);
  const name = (given ?? byDefault).trim();
  if (name === '')
    throw new OptionError(flag, 'is empty', `Give the name of an administrator: --${flag}=admin.`);
  return name;
}

type NameFlag = 'username' | 'client-id';

async function readSecret(
  { flags, environment, terminal }: BootstrapAdmin,
  name: 'password' | 'client-secret',
  { given, prompt }: { readonly given: string | undefined; readonly prompt: string },
): Promise<string> {
  const secret = readVariable(flags, `${name}:env`, environment) ?? given;
  if (secret !== undefined) return secret;
  if (terminal !== undefined && !flags.has('no-prompt')) return askPassword(terminal, prompt);
  const remedy = `Name an environment variable that contains it with --${name}:env=VARIABLE, or run the command on a terminal.`;
  throw new OptionError(name, 'was not given', remedy);
}

/** The value of the environment variable named by a flag; undefined without the flag. */
function readVariable(
  flags: BootstrapAdmin['flags'],
  flag: `${string}:env`,
  environment: BootstrapAdmin['environment'],
): string | undefined {
  const name = flags.get(flag);
  if (name === undefined) return undefined;
  const value = environment[name];
  if (value !== undefined && value !== '') return value;
  throw new OptionError(flag, `the environment variable ${name} is not set`, 'Export it first.');
}
