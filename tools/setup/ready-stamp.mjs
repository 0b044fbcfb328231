// The stamp of the last setup, which bin/understudy.sh compares instead of running setup again.
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { machine, type } from 'node:os';
import { join } from 'node:path';
import { DIST } from '../paths.mjs';

/** Coarsest granularity of file times, with a margin. Seconds. */
const FILE_TIME_MARGIN = 2;

/** One line: `node --version` and `uname -sm`. */
function describeHost() {
  return `${process.version} ${type()} ${machine()}`;
}

/** Call when setup starts: nothing is up to date until it has succeeded. */
export function removeReadyStamp(folder = DIST) {
  change(() => rmSync(join(folder, '.ready'), { force: true }));
}

/** Call when setup has succeeded. The stamp is older than changes made after `startedAt` (milliseconds). */
export function writeReadyStamp(startedAt, folder = DIST) {
  const path = join(folder, '.ready');
  const seconds = startedAt / 1000 - FILE_TIME_MARGIN;
  change(() => {
    writeFileSync(path, `${describeHost()}\n`);
    utimesSync(path, seconds, seconds);
  });
}

/** A read-only installation has no stamp, so setup is checked at every start. */
function change(work) {
  try {
    work();
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(error.code)) throw error;
  }
}
