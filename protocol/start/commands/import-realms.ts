// The command `import`: imports realms into the data directory, replacing existing ones unless told otherwise.
import { systemClock } from '#protocol/clock.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import type { LogControl } from '#protocol/log/log-control.ts';
import type { StoringOptions } from '#protocol/store/store.ts';
import type { ResolvedOptions } from '../config/resolve-options.ts';
import { type FirstStart, prepareRealms } from '../first-start.ts';
import { createImportedPasswords } from '../imported-passwords.ts';
import { type FoundStates, findStates } from '../moving/find-states.ts';
import { createProgress, formatCount, type Progress, type ProgressOutput } from '../moving/progress.ts';
import { storeStates } from '../moving/store-states.ts';
import { openCommandStore } from '../open-store.ts';
import { readRealmFiles, throwFaults } from '../realm-files.ts';
import { readTarget } from './export-realms.ts';

export interface ImportCommand
  extends Pick<FirstStart, 'administrator' | 'serviceAccount' | 'exposure' | 'environment'> {
  readonly demoRealmFile: string;
  readonly flags: ReadonlyMap<string, string>;
  readonly options: ResolvedOptions;
  readonly workingDirectory: string;
  readonly logControl: LogControl;
  /** Absent: progress is not shown. */
  readonly progress?: ProgressOutput;
  /** Aborting it ends the command; the realm that is being stored is not. */
  readonly signal?: AbortSignal;
}

/**
 * Returns what to print.
 * @throws {OptionError} exit code 2 for wrong flags; exit code 1 for unusable files, for realms that are out of
 * service, and while a server uses the data directory.
 */
export async function importRealms(command: ImportCommand): Promise<string> {
  const target = readTarget(command);
  const replaces = readOverride(command.flags);
  const progress = createProgress(command.progress);
  try {
    const found = await findStates(target, progress);
    const left = await importFound(command, found, { replaces, progress });
    if (left.length > 0) throw outOfService(left);
  } catch (error) {
    throw command.signal?.aborted === true ? interrupted() : error;
  } finally {
    progress.clear();
  }
  return `Import finished: ${target.path}`;
}

async function importFound(
  command: ImportCommand,
  { sections, rest }: FoundStates,
  { replaces, progress }: { readonly replaces: boolean; readonly progress: Progress },
): Promise<readonly string[]> {
  const { options, logControl, environment, signal } = command;
  // Nothing is imported if a file cannot be; prepareRealms checks the others again.
  if (sections.length > 0) throwFaults((await readRealmFiles(rest, environment)).faults);
  const log = logControl.root.child('realm');
  const store = await openCommandStore(options, logControl.root.child('store'));
  try {
    const passwords = createImportedPasswords({ ...command, store, log });
    return await store.alone(async () => {
      const left = await storeStates(sections, { store, log, replaces, progress, signal });
      const others = await prepareRealms({
        ...command,
        ...passwords,
        store,
        log,
        clock: systemClock,
        demoRealmFiles: [],
        demoRealm: 'never',
        importRequest: rest.length === 0 ? undefined : { paths: rest, isOptional: false, replaces },
        watch: ({ realm, users = [] }) =>
          watching(`Importing realm ${realm}`, users.length, { progress, signal }),
      });
      return [...left, ...others];
    });
  } finally {
    await store.close();
  }
}

function watching(
  text: string,
  total: number,
  { progress, signal }: { readonly progress: Progress; readonly signal: AbortSignal | undefined },
): StoringOptions {
  return {
    ...(signal === undefined ? {} : { signal }),
    written: (users) =>
      progress.report(() => `${text}, users: ${formatCount(users)} of ${formatCount(total)}`),
  };
}

function interrupted(): OptionError {
  const problem = 'interrupted; realms that the log reports as imported stay, others are unchanged';
  return new OptionError('import', problem, 'Run the command again.', { exitCode: 1 });
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
