// The command `export`: writes realms to a file or a folder, in the layout of Keycloak's export.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { RealmRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import type { LogControl } from '#protocol/log/log-control.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { collect } from '#protocol/store/collect.ts';
import { openFileStore } from '#protocol/store/file/open-file-store.ts';
import type { Store, StoredRealm, StoredUser } from '#protocol/store/store.ts';
import type { ResolvedOptions } from '../config/resolve-options.ts';
import { readDatabase } from '../database-settings.ts';
import { openCommandStore } from '../open-store.ts';

const USERS = ['different_files', 'same_file', 'realm_file', 'skip'] as const;
type UsersLayout = (typeof USERS)[number];

const DEFAULT_USERS_PER_FILE = '50';

export interface ExportCommand {
  readonly flags: ReadonlyMap<string, string>;
  readonly options: ResolvedOptions;
  readonly workingDirectory: string;
  readonly logControl: LogControl;
  /** The realm as Keycloak imports it, and what Keycloak will read differently. */
  readonly writeRealm: (realm: StoredRealm, users: readonly StoredUser[]) => WrittenRealm;
}

interface WrittenRealm {
  readonly file: RealmRepresentation;
  readonly report: readonly { readonly path: string; readonly message: string }[];
}

interface Target {
  readonly kind: 'dir' | 'file';
  readonly path: string;
}

/**
 * Returns what to print. A server may use the data directory meanwhile: what it has saved is exported.
 * @throws {OptionError} exit code 2 for wrong flags; exit code 1 for an unknown realm or an unwritable file.
 */
export async function exportRealms(command: ExportCommand): Promise<string> {
  const target = readTarget(command);
  const layout = readLayout(command.flags);
  const usersPerFile = readUsersPerFile(command.flags);
  const realms = await readRealms(command);
  const files =
    target.kind === 'file'
      ? oneFile(target, realms, command)
      : realmFiles(target, realms, { layout, usersPerFile });
  for (const [path, content] of files) await write(path, content);
  return [...realms.flatMap(describeRealm), `Export finished: ${target.path}`].join('\n');
}

function describeRealm({ file, report }: WrittenRealm): readonly string[] {
  const findings = report.map(({ path, message }) => `  ${path}: ${message}`);
  const heading = report.length === 0 ? '' : '. Keycloak will read these settings differently:';
  return [`Realm '${file.realm}' exported${heading}`, ...findings];
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

async function readRealms(command: ExportCommand): Promise<readonly WrittenRealm[]> {
  const { options, flags, logControl, writeRealm } = command;
  const log = logControl.root.child('store');
  return withStore(options, log, async (store) => {
    const realms = selectRealms(store, flags.get('realm'));
    return Promise.all(
      realms.map(async (realm) => writeRealm(realm, await collect(store.users.each(realm.id)))),
    );
  });
}

async function withStore<Result>(
  options: ResolvedOptions,
  log: Logger,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const database = readDatabase(options);
  const run = async (store: Store): Promise<Result> => {
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  };
  if (database.kind !== 'files') return run(await openCommandStore(options, log));
  return withCopy(database.dataDir, async (copy) => run(await openFileStore(copy, { log })));
}

/** Works on a copy, because a server may have the data directory open. Sessions are not exported. */
async function withCopy<Result>(dataDir: string, use: (copy: string) => Promise<Result>): Promise<Result> {
  const copy = await mkdtemp(join(tmpdir(), 'understudy-export-'));
  try {
    await cp(join(dataDir, 'realms'), join(copy, 'realms'), { recursive: true, filter: isExported }).catch(
      (cause: unknown) => {
        throw new OptionError(
          'data-dir',
          `${dataDir} cannot be read (${codeOf(cause)})`,
          'Name the data directory of a server with --data-dir.',
          { exitCode: 1, cause },
        );
      },
    );
    return await use(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Realms that are being created or removed are left out, and files that are being written. */
function isExported(path: string): boolean {
  const name = basename(path);
  return !(
    name.startsWith('.') ||
    name.endsWith('.tmp') ||
    (name === 'sessions' && basename(dirname(path)) !== 'realms')
  );
}

function selectRealms({ realms }: Store, name: string | undefined): readonly StoredRealm[] {
  const damaged = realms.listOutOfService().find(({ realm }) => name === undefined || realm === name);
  if (damaged !== undefined)
    throw new OptionError(
      'data-dir',
      `${damaged.file} cannot be exported: ${damaged.problem}`,
      'Repair the file first.',
      { exitCode: 1 },
    );
  if (name === undefined) return realms.list();
  const found = realms.find(name);
  if (found !== undefined) return [found];
  const names = realms.list().map(({ realm }) => realm);
  throw new OptionError('--realm', `there is no realm "${name}"`, `Realms are ${names.join(', ')}.`, {
    exitCode: 1,
  });
}

/** Compat: with a realm, the file is that realm; without, an array of all. */
function oneFile(
  { path }: Target,
  realms: readonly WrittenRealm[],
  { flags }: ExportCommand,
): [string, unknown][] {
  const all = realms.map(({ file }) => file);
  return [[path, flags.has('realm') ? all[0] : all]];
}

interface UserFiles {
  readonly layout: UsersLayout;
  readonly usersPerFile: number;
}

/** Compat: `shop-realm.json`, and `shop-users-0.json` beside it. */
function realmFiles(
  { path: folder }: Target,
  realms: readonly WrittenRealm[],
  files: UserFiles,
): [string, unknown][] {
  return realms.flatMap(({ file: { users = [], ...realm } }) => {
    const name = join(folder, fileNameOf(realm.realm));
    if (files.layout === 'realm_file') return [[`${name}-realm.json`, { ...realm, users }]];
    const pages = files.layout === 'skip' ? [] : pagesOf(users, files);
    return [
      [`${name}-realm.json`, realm],
      ...pages.map((page, index): [string, unknown] => [
        `${name}-users-${index}.json`,
        { realm: realm.realm, users: page },
      ]),
    ];
  });
}

/** A realm's name may contain characters that lead out of the folder. */
function fileNameOf(realm: string): string {
  return realm.replaceAll(/[/\\:\0]/g, '_');
}

function pagesOf(
  users: readonly UserRepresentation[],
  { layout, usersPerFile }: UserFiles,
): readonly (readonly UserRepresentation[])[] {
  const size = layout === 'same_file' ? Math.max(users.length, 1) : usersPerFile;
  const pages: (readonly UserRepresentation[])[] = [];
  for (let start = 0; start < users.length; start += size) pages.push(users.slice(start, start + size));
  return pages;
}

/** Readable by the owner only: exports contain secrets and password hashes. */
async function write(path: string, content: unknown): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  } catch (cause) {
    throw new OptionError(
      'export',
      `${path} cannot be written (${codeOf(cause)})`,
      'Give a path that you may write to.',
      { exitCode: 1, cause },
    );
  }
}

function codeOf(cause: unknown): string {
  return (cause as NodeJS.ErrnoException).code ?? String(cause);
}
