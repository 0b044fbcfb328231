// A small in-memory disk that can become full or read-only under a server. Requires Linux and root.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIZE_MB = 24;
/** Ever smaller pieces, so that no space is left. */
const PIECES = [2 ** 20, 4096, 1];

function mount(...args) {
  execFileSync('mount', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function unmount(path) {
  execFileSync('umount', ['--lazy', path], { stdio: 'ignore' });
}

/** Why this machine cannot have such a disk; undefined if it can. */
export function whyNoDisk() {
  if (process.platform !== 'linux') return 'needs Linux';
  if (process.getuid() !== 0) return 'needs root, to mount a small disk';
  try {
    new BrokenDisk().remove();
    return undefined;
  } catch (error) {
    return `no disk can be mounted here: ${error.message.split('\n').at(-1)}`;
  }
}

/** A disk with a data directory on it. */
export class BrokenDisk {
  path = mkdtempSync(join(tmpdir(), 'understudy-disk-'));
  dataDir = join(this.path, 'data');
  #isCovered = false;

  constructor() {
    mount('-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=700`, 'tmpfs', this.path);
    mkdirSync(this.dataDir, { mode: 0o700 });
  }

  /** Fills the disk completely. */
  fill() {
    const file = openSync(join(this.path, 'filler'), 'a');
    for (const size of PIECES) {
      const piece = Buffer.alloc(size);
      try {
        for (;;) writeSync(file, piece);
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error;
      }
    }
    closeSync(file);
  }

  empty() {
    rmSync(join(this.path, 'filler'));
  }

  /** Makes the disk read-only; impossible while a file on it is open for writing. */
  makeReadOnly() {
    mount('-o', 'remount,ro', this.path);
  }

  makeWritable() {
    mount('-o', 'remount,rw', this.path);
  }

  /** Mounts the data directory read-only over itself. Files that are open for writing stay writable. */
  coverReadOnly() {
    mount('--bind', this.dataDir, this.dataDir);
    this.#isCovered = true;
    mount('-o', 'remount,bind,ro', this.dataDir);
  }

  uncover() {
    unmount(this.dataDir);
    this.#isCovered = false;
  }

  remove() {
    if (this.#isCovered) this.uncover();
    unmount(this.path);
    rmSync(this.path, { recursive: true, force: true });
  }
}
