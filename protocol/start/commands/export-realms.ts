// The command `export`: writes realms to a file or a folder, in the layout of Keycloak's export, or with everything stored.
import { resolve } from 'node:path';
import { systemClock } from '#protocol/clock.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import type { LogControl } from '#protocol/log/log-control.ts';
import {
  type RealmOutOfService,
  RealmOutOfServiceError,
  type Store,
  type StoredRealm,
} from '#protocol/store/store.ts';
import type { ResolvedOptions } from '../config/resolve-options.ts';
import {
  type ExportedRealm,
  ExportFiles,
  type ExportPlan,
  type UsersLayout,
} from '../moving/export-files.ts';
import { type ExportSource, withExportSource } from '../moving/export-source.ts';
import type { WriteRealm } from '../moving/keycloak-users.ts';
import { OutputFiles } from '../moving/output-files.ts';
import { createProgress, formatAmount, type ProgressOutput } from '../moving/progress.ts';

const USERS: readonly UsersLayout[] = ['different_files', 'same_file', 'realm_file', 'skip'];

const DEFAULT_USERS_PER_FILE = '50';

export interface ExportCommand {
  readonly flags: ReadonlyMap<string, string>;
  readonly options: ResolvedOptions;
  readonly workingDirectory: string;
  readonly logControl: LogControl;
  /** The realm as Keycloak imports it, and what Keycloak will read differently. */
  readonly writeRealm: WriteRealm;
  /** Absent: progress is not shown. */
  readonly progress?: ProgressOutput;
  /** Aborting it ends the command, and nothing is written. */
  readonly signal?: AbortSignal;
}

interface Target {
  readonly kind: 'dir' | 'file';
  readonly path: string;
}

/**
 * Returns what to print. A server may use the data directory meanwhile: what it has saved is exported. With sessions, it
 * may not.
 * @throws {OptionError} exit code 2 for wrong flags; exit code 1 for an unknown realm or an unwritable file, in which case
 * nothing is written.
 */
export async function exportRealms(command: ExportCommand): Promise<string> {
  const { flags, signal } = command;
  const target = readTarget(command);
  const plan: ExportPlan = {
    ...target,
    layout: readLayout(flags),
    usersPerFile: readUsersPerFile(flags),
    withSessions: flags.has('with-sessions'),
    isOneRealm: flags.has('realm'),
  };
  checkPlan(plan);
  const progress = createProgress(command.progress);
  const outputs = new OutputFiles();
  try {
    const log = command.logControl.root.child('store');
    const exported = await withExportSource(command.options, log, plan.withSessions, (store) =>
      writeAll(
        store,
        new ExportFiles(plan, { ...command, outputs, progress, signal, now: systemClock.now() }),
        flags,
      ),
    );
    return [...exported.flatMap(describeRealm), `Export finished: ${target.path}`].join('\n');
  } catch (error) {
    throw signal?.aborted === true ? interrupted() : error;
  } finally {
    progress.clear();
    await outputs.discard();
  }
}

async function writeAll(
  store: ExportSource,
  files: ExportFiles,
  flags: ExportCommand['flags'],
): Promise<readonly ExportedRealm[]> {
  const exported: ExportedRealm[] = [];
  try {
    for (const { id } of selectRealms(store, flags.get('realm'))) {
      const realm = await store.mover.read(id, (moved) => files.add(moved));
      if (realm !== undefined) exported.push(realm);
    }
  } catch (error) {
    throw error instanceof RealmOutOfServiceError ? damaged(error.damage) : error;
  }
  await files.finish();
  return exported;
}

function interrupted(): OptionError {
  return new OptionError('export', 'interrupted; nothing was written', 'Run the command again.', {
    exitCode: 1,
  });
}

function describeRealm({ realm, users, sessions, report }: ExportedRealm): readonly string[] {
  const findings = report.map(({ path, message }) => `  ${path}: ${message}`);
  const heading = report.length === 0 ? '' : '. Keycloak will read these settings differently:';
  const counts =
    sessions === undefined
      ? ''
      : ` with ${formatAmount(users, 'user')} and ${formatAmount(sessions, 'session')}`;
  return [`Realm '${realm}' exported${counts}${heading}`, ...findings];
}

/** The file or folder that a command names. @throws {OptionError} unless there is exactly one. */
export function readTarget({
  flags,
  workingDirectory,
}: Pick<ExportCommand, 'flags' | 'workingDirectory'>): Target {
  const [dir, file] = [flags.get('dir'), flags.get('file')];
  const given = dir ?? file;
  if (given === undefined || (dir !== undefined && file !== undefined) || given === '')
    throw new OptionError(
      dir === undefined ? '--file' : '--dir',
      given === undefined ? 'or --dir is missing' : 'cannot be used',
      'Give either --file=FILE or --dir=FOLDER.',
    );
  return { kind: dir === undefined ? 'file' : 'dir', path: resolve(workingDirectory, given) };
}

function readLayout(flags: ExportCommand['flags']): UsersLayout {
  const text = (flags.get('users') ?? 'different_files').toLowerCase();
  const layout = USERS.find((known) => known === text);
  if (layout !== undefined) return layout;
  throw new OptionError('--users', `"${text}" cannot be used`, `Give ${USERS.join(', ')}.`);
}

function readUsersPerFile(flags: ExportCommand['flags']): number {
  const text = flags.get('users-per-file') ?? DEFAULT_USERS_PER_FILE;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new OptionError('--users-per-file', `"${text}" cannot be used`, 'Give a whole number from 1 on.');
}

function checkPlan({ withSessions, layout }: ExportPlan): void {
  if (!withSessions || layout !== 'skip') return;
  throw new OptionError(
    '--users',
    'skip cannot be combined with --with-sessions',
    'Sessions belong to users: leave out one of the two.',
  );
}

function damaged({ file, problem }: RealmOutOfService): OptionError {
  return new OptionError('data-dir', `${file} cannot be exported: ${problem}`, 'Repair the file first.', {
    exitCode: 1,
  });
}

function selectRealms({ realms }: Store, name: string | undefined): readonly StoredRealm[] {
  const outOfService = realms.listOutOfService().find(({ realm }) => name === undefined || realm === name);
  if (outOfService !== undefined) throw damaged(outOfService);
  // Clones of tests end by themselves.
  if (name === undefined) return realms.list().filter(({ id }) => !realms.isTransient(id));
  const found = realms.find(name);
  if (found !== undefined) return [found];
  const names = realms.list().map(({ realm }) => realm);
  throw new OptionError('--realm', `there is no realm "${name}"`, `Realms are ${names.join(', ')}.`, {
    exitCode: 1,
  });
}
