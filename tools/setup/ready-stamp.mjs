// The stamp of the last set-up, which bin/understudy.sh compares instead of running the set-up again.
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { machine, type } from 'node:os';
import { join } from 'node:path';
import { DIST } from '../paths.mjs';

/** Coarsest granularity of a file's time, with a margin. Seconds. */
const FILE_TIME_MARGIN = 2;

/** One line: `node --version` and `uname -sm`. */
function describeHost() {
  return `${process.version} ${type()} ${machine()}`;
}

/** Set-up is under way: nothing holds until it has succeeded. */
export function removeReadyStamp(folder = DIST) {
  change(() => rmSync(join(folder, '.ready'), { force: true }));
}

/** Set-up has succeeded for the sources as they were at `startedAt` (milliseconds); what has changed since is newer than the stamp. */
export function writeReadyStamp(startedAt, folder = DIST) {
  const path = join(folder, '.ready');
  const seconds = startedAt / 1000 - FILE_TIME_MARGIN;
  change(() => {
    writeFileSync(path, `${describeHost()}\n`);
    utimesSync(path, seconds, seconds);
  });
}

/** An installation that its user may not write to goes without: the set-up is checked at each start. */
function change(work) {
  try {
    work();
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(error.code)) throw error;
  }
}
