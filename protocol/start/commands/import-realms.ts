// The command `import`: imports realms into the data directory, replacing existing ones unless told otherwise.
import { systemClock } from '#protocol/clock.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import type { LogControl } from '#protocol/log/log-control.ts';
import { hashPlainPasswords } from '#protocol/realm/file/plain-passwords.ts';
import { openFileStore } from '#protocol/store/file/open-file-store.ts';
import { type FirstStart, prepareRealms } from '../first-start.ts';
import { createImportedPasswords } from '../imported-passwords.ts';
import { readTarget } from './export-realms.ts';

export interface ImportCommand
  extends Pick<
    FirstStart,
    'administrator' | 'serviceAccount' | 'exposure' | 'demoRealmFile' | 'environment'
  > {
  readonly flags: ReadonlyMap<string, string>;
  readonly dataDir: string;
  readonly workingDirectory: string;
  readonly logControl: LogControl;
}

/**
 * Returns what to print.
 * @throws {OptionError} exit code 2 for wrong flags; exit code 1 for unusable files, and while a server uses the
 * data directory.
 */
export async function importRealms(command: ImportCommand): Promise<string> {
  const { path } = readTarget(command);
  const replaces = readOverride(command.flags);
  const log = command.logControl.root.child('realm');
  const store = await openFileStore(command.dataDir, {
    log: command.logControl.root.child('store'),
    prepareUser: hashPlainPasswords,
  });
  try {
    const passwords = createImportedPasswords({ ...command, store, log });
    await prepareRealms({
      ...command,
      ...passwords,
      store,
      log,
      clock: systemClock,
      demoRealm: 'never',
      importRequest: { paths: [path], isOptional: false, replaces },
    });
  } finally {
    await store.close();
  }
  return `Import finished: ${path}`;
}

function readOverride(flags: ImportCommand['flags']): boolean {
  const text = (flags.get('override') ?? 'true').toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw new OptionError('--override', `"${text}" cannot be used`, 'Give true or false.');
}
