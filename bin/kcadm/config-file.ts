// The configuration file ~/.keycloak/kcadm.config: server, realm and the tokens of each login.
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from './command-error.ts';
import { isObject, type JsonObject, parseJson, writePretty } from './json.ts';

/** Where the configuration is kept. */
export interface ConfigStore {
  read(): JsonObject;
  /** Changes the newest state, so that commands that run at the same time keep each other's logins. */
  change(edit: (config: JsonObject) => void): void;
}

/** The configuration of `--no-config`, which ends with the command. */
export function createMemoryStore(): ConfigStore {
  const config: JsonObject = new Map();
  return { read: () => config, change: (edit) => edit(config) };
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Throws everything but errors with these codes, which are answered with undefined. */
function unless<T>(codes: readonly string[], work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (codes.includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

function load(path: string): JsonObject {
  const text = unless(['ENOENT', 'ENOTDIR'], () => readFileSync(path, 'utf8'))?.trim() ?? '';
  if (text === '') return new Map();
  const config = parseJson(text);
  if (isObject(config)) return config;
  throw new TypeError('it is not a JSON object');
}

/** @throws {CommandError} `Failed to load F`: unreadable, or not a JSON object. */
function read(path: string): JsonObject {
  try {
    return load(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `Failed to load ${path}: ${reason}. Repair or remove it, then log in again, or use another file with --config`,
      { cause: error },
    );
  }
}

/** A lock of a process that was killed; no change takes this long. */
const STALE_AFTER_MS = 10_000;
const RETRY_EVERY_MS = 10;

/** A folder where nothing can be created has no lock: the file itself may still be writable. */
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS'];

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Takes the lock file; false while another process has it. */
function tryLock(lock: string): boolean {
  const file = unless(['EEXIST'], () => openSync(lock, 'wx', 0o600));
  if (file === undefined) return false;
  closeSync(file);
  return true;
}

function waitForLock(lock: string): void {
  const until = Date.now() + STALE_AFTER_MS;
  while (!tryLock(lock)) {
    const takenAt = unless(['ENOENT'], () => statSync(lock))?.mtimeMs ?? Date.now();
    if (Date.now() - takenAt > STALE_AFTER_MS || Date.now() > until) rmSync(lock, { force: true });
    else pause(RETRY_EVERY_MS);
  }
}

/** Runs `work` while no other command changes the same file. */
function locked(path: string, work: () => void): void {
  const lock = `${path}.lock`;
  const isLocked = unless(UNWRITABLE, () => {
    waitForLock(lock);
    return true;
  });
  try {
    work();
  } finally {
    if (isLocked) rmSync(lock, { force: true });
  }
}

/** Replaces the file at once, so that no command reads half of it; in place where the folder is not writable. */
function write(path: string, text: string): void {
  const target = unless(['ENOENT'], () => realpathSync(path)) ?? path;
  const temporary = `${target}.${process.pid}.tmp`;
  const replaced = unless([...UNWRITABLE, 'EBUSY', 'EXDEV'], () => {
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, target);
    return true;
  });
  if (replaced) return;
  unless([...UNWRITABLE, 'ENOENT'], () => rmSync(temporary, { force: true }));
  writeFileSync(target, text, { mode: 0o600 });
  unless(UNWRITABLE, () => chmodSync(target, 0o600));
}

/** A configuration file, which only its owner can read. @throws {CommandError} when it cannot be read or written. */
export function createFileStore(path: string): ConfigStore {
  return {
    read: () => read(path),
    change(edit) {
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        locked(path, () => {
          const config = read(path);
          edit(config);
          write(path, writePretty(config));
        });
      } catch (error) {
        if (error instanceof CommandError) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        throw new CommandError(
          `Failed to write ${path}: ${reason}. Use another file with --config, or none with --no-config`,
          { cause: error },
        );
      }
    },
  };
}
