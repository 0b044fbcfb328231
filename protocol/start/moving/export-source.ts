// Where an export reads: a database, or a data directory that a server may be using.
import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { OptionError } from '#protocol/errors/option-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { openFileStore } from '#protocol/store/file/open-file-store.ts';
import type { RealmMover } from '#protocol/store/moving.ts';
import type { Store } from '#protocol/store/store.ts';
import type { ResolvedOptions } from '../config/resolve-options.ts';
import { readDatabase } from '../database-settings.ts';
import { openCommandStore } from '../open-store.ts';

/** A store to read from. */
export type ExportSource = Store & { readonly mover: RealmMover };

/**
 * Gives the store to read from. With sessions, which change all the time, no server may use the data directory; without, a
 * copy of it is read.
 * @throws {OptionError} exit code 1 for a data directory that cannot be read or, with sessions, is in use.
 */
export async function withExportSource<Result>(
  options: ResolvedOptions,
  log: Logger,
  withSessions: boolean,
  use: (store: ExportSource) => Promise<Result>,
): Promise<Result> {
  const database = readDatabase(options);
  const run = async (store: ExportSource): Promise<Result> => {
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  };
  if (database.kind !== 'files') return run(await openCommandStore(options, log));
  const { dataDir } = database;
  await stat(join(dataDir, 'realms')).catch((cause: unknown) => {
    throw unreadable(dataDir, cause);
  });
  if (withSessions) return run(await openCommandStore(options, log));
  return withCopy(dataDir, async (copy) => run(await openFileStore(copy, { log })));
}

/** Works on a copy, because a server may have the data directory open. Sessions are not exported. */
async function withCopy<Result>(dataDir: string, use: (copy: string) => Promise<Result>): Promise<Result> {
  const copy = await mkdtemp(join(tmpdir(), 'understudy-export-'));
  try {
    const [from, to] = [join(dataDir, 'realms'), join(copy, 'realms')];
    await cp(from, to, { recursive: true, filter: isExported }).catch((cause: unknown) => {
      throw unreadable(dataDir, cause);
    });
    return await use(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

function unreadable(dataDir: string, cause: unknown): OptionError {
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
  return new OptionError(
    'data-dir',
    `${dataDir} cannot be read (${code})`,
    'Name the data directory of a server with --data-dir.',
    { exitCode: 1, cause },
  );
}

/** Realms that are being created or removed are left out, as are files that are being written, sessions and origins. */
function isExported(path: string): boolean {
  const name = basename(path);
  return !(
    name.startsWith('.') ||
    name.endsWith('.tmp') ||
    ((name === 'sessions' || name === 'origin') && basename(dirname(path)) !== 'realms')
  );
}
