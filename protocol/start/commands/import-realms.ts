// The command `import`: imports realms into the data directory, replacing existing ones unless told otherwise.
import { systemClock } from '#protocol/clock.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import type { LogControl } from '#protocol/log/log-control.ts';
import type { ResolvedOptions } from '../config/resolve-options.ts';
import { type FirstStart, prepareRealms } from '../first-start.ts';
import { createImportedPasswords } from '../imported-passwords.ts';
import { openCommandStore } from '../open-store.ts';
import { readTarget } from './export-realms.ts';

export interface ImportCommand
  extends Pick<
    FirstStart,
    'administrator' | 'serviceAccount' | 'exposure' | 'demoRealmFile' | 'environment'
  > {
  readonly flags: ReadonlyMap<string, string>;
  readonly options: ResolvedOptions;
  readonly workingDirectory: string;
  readonly logControl: LogControl;
}

/**
 * Returns what to print.
 * @throws {OptionError} exit code 2 for wrong flags; exit code 1 for unusable files, for realms that are out of
 * service, and while a server uses the data directory.
 */
export async function importRealms(command: ImportCommand): Promise<string> {
  const { path } = readTarget(command);
  const replaces = readOverride(command.flags);
  const log = command.logControl.root.child('realm');
  const store = await openCommandStore(command.options, command.logControl.root.child('store'));
  try {
    const passwords = createImportedPasswords({ ...command, store, log });
    const left = await store.alone(() =>
      prepareRealms({
        ...command,
        ...passwords,
        store,
        log,
        clock: systemClock,
        demoRealm: 'never',
        importRequest: { paths: [path], isOptional: false, replaces },
      }),
    );
    if (left.length > 0) throw outOfService(left);
  } finally {
    await store.close();
  }
  return `Import finished: ${path}`;
}

/** A realm whose file cannot be read is left for repair, so its name and id stay taken. */
function outOfService(names: readonly string[]): OptionError {
  const remedy = 'Repair the file that the log names or restore it from a copy, then run the command again.';
  return new OptionError(
    'import',
    `${names.join(', ')}: not imported, because the realm is out of service`,
    remedy,
    {
      exitCode: 1,
    },
  );
}

function readOverride(flags: ImportCommand['flags']): boolean {
  const text = (flags.get('override') ?? 'true').toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw new OptionError('--override', `"${text}" cannot be used`, 'Give true or false.');
}
