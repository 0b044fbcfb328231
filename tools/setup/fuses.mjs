// Reads and changes Electron's fuses: a marked row of bytes in the executable, one per switch.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

const MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The switches in the order of the row, version 1. */
const NAMES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
];

const STATES = new Map([
  [0x30, false],
  [0x31, true],
]);

function findRow(bytes) {
  const at = bytes.indexOf(MARK);
  if (at === -1 || bytes.indexOf(MARK, at + 1) !== -1)
    throw new Error('fuses: not one row in this executable');
  const row = at + MARK.length;
  if (bytes[row] !== 1) throw new Error(`fuses: row version ${bytes[row]} is not known`);
  return { start: row + 2, length: bytes[row + 1] };
}

/** The state of each fuse of an executable; undefined for one that was taken out. */
export function readFuses(executable) {
  const bytes = readFileSync(executable);
  const { start, length } = findRow(bytes);
  return Object.fromEntries(
    NAMES.slice(0, length).map((name, index) => [name, STATES.get(bytes[start + index])]),
  );
}

/**
 * Sets the named fuses in place.
 * @throws Error when the executable has no such fuse.
 */
export function writeFuses(executable, changes) {
  const { start, length } = findRow(readFileSync(executable));
  const file = openSync(executable, 'r+');
  try {
    for (const [name, on] of Object.entries(changes)) {
      const index = NAMES.indexOf(name);
      if (index === -1 || index >= length) throw new Error(`fuses: this executable has no ${name}`);
      writeSync(file, Buffer.from([on ? 0x31 : 0x30]), 0, 1, start + index);
    }
  } finally {
    closeSync(file);
  }
}
