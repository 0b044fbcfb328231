// The settings of a running server: describes and saves options, and applies changes at once where possible.
import { OPTION_ROWS } from '#protocol/contract/options.ts';
import type {
  SettingFaultWire,
  Settings,
  SettingsChanged,
  SettingsChangeWire,
  SettingsWire,
} from '#protocol/contract/settings.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { type ConfOnDisk, readConfOnDisk, restoreConfOnDisk, writeConfOnDisk } from './conf-on-disk.ts';
import { changeConf } from './conf-writer.ts';
import { describeSettings } from './describe-settings.ts';
import { keepInOwnFolders } from './own-folders.ts';
import {
  type OptionSources,
  type ResolvedOptions,
  resolveOptions,
  withDependentPaths,
} from './resolve-options.ts';
import { describeFault, readChanges } from './setting-changes.ts';

interface SettingsDeps {
  readonly sources: OptionSources;
  /** The options at the start. */
  readonly started: ResolvedOptions;
  /** @throws {OptionError} when the server would not start with these options. */
  readonly check: (options: ResolvedOptions) => void;
  /** Applies what takes effect at once. @throws {OptionError} on failure; the previous options then stay. */
  readonly apply: (options: ResolvedOptions) => Promise<void>;
}

/** The settings of a server that has been started; changes are processed one after another. */
export function createSettings(deps: SettingsDeps): Settings {
  const path = deps.started.values['config-file'];
  let running = deps.started;
  let turn: Promise<unknown> = Promise.resolve();
  const describe = (): SettingsWire => describeSettings(running, readConfOnDisk(path), deps.sources);
  const change = async (requested: SettingsChangeWire): Promise<SettingsChanged> => {
    const before = readConfOnDisk(path);
    const planned = plan(deps, running, before, requested);
    if ('outcome' in planned) return planned;
    const blocked = write(before, planned.bytes);
    if (blocked !== undefined) return { outcome: 'blocked', fault: blocked };
    const acting = applyImmediateOptions(running, planned.next);
    try {
      await deps.apply(acting);
    } catch (error) {
      restoreConfOnDisk(before);
      if (error instanceof OptionError) return { outcome: 'refused', faults: [describeFault(error)] };
      throw error;
    }
    running = acting;
    return { outcome: 'saved', settings: describe() };
  };
  return {
    describe,
    change(requested) {
      const changed = turn.then(() => change(requested));
      turn = changed.catch(() => undefined);
      return changed;
    },
  };
}

interface Plan {
  readonly bytes: Buffer;
  /** Options of the next start, given these bytes. */
  readonly next: ResolvedOptions;
}

/** Determines what a change would write, without writing it. */
function plan(
  { sources, check, started }: SettingsDeps,
  running: ResolvedOptions,
  before: ConfOnDisk,
  requested: SettingsChangeWire,
): Plan | SettingsChanged {
  if (before.fault !== undefined) return { outcome: 'blocked', fault: before.fault };
  if (requested.etag !== undefined && requested.etag !== before.etag)
    return { outcome: 'stale', file: before.path };
  const read = readChanges(requested.changes, { sources: running.sources, file: before.path });
  if (read.faults.length > 0) return { outcome: 'refused', faults: read.faults };
  try {
    const tried = resolveOptions(sources, changeConf(before.bytes, read.changes).toString());
    const { changes, faults } = keepInOwnFolders(read.changes, tried, {
      dataDir: started.values['data-dir'],
      logFile: started.values['log-file'],
    });
    if (faults.length > 0) return { outcome: 'refused', faults };
    const bytes = changeConf(before.bytes, changes);
    const next = resolveOptions(sources, bytes.toString());
    check(next);
    return { bytes, next };
  } catch (error) {
    if (error instanceof OptionError) return { outcome: 'refused', faults: [describeFault(error)] };
    throw error;
  }
}

function write(before: ConfOnDisk, bytes: Buffer): SettingFaultWire | undefined {
  return bytes.equals(before.bytes) ? undefined : writeConfOnDisk(before.path, bytes);
}

/** The options in effect when those that apply at once come from `next` and the others stay. */
function applyImmediateOptions(running: ResolvedOptions, next: ResolvedOptions): ResolvedOptions {
  const mixed = { values: {}, texts: {}, sources: {}, warnings: next.warnings };
  for (const { key, acts } of OPTION_ROWS) {
    const from = acts === 'at once' ? next : running;
    Object.assign(mixed.values, { [key]: from.values[key] });
    Object.assign(mixed.texts, { [key]: from.texts[key] });
    Object.assign(mixed.sources, { [key]: from.sources[key] });
  }
  const acting = mixed as ResolvedOptions;
  return { ...acting, values: withDependentPaths(acting) };
}
