// Errors of the storage: the data directory is gone, full, not writable or not readable, or the database fails.

export type DiskOperation = 'read' | 'write';

/** Why storage fails and what helps. Neither contains a path or an address. */
export interface StorageFault {
  /** Completes a sentence that begins with what failed. */
  readonly reason: string;
  readonly remedy: string;
  /** When to try again (RFC 9110 §10.2.3); undefined: only the remedy helps. */
  readonly retryAfterSeconds?: number;
}

/** A fault by the system's error codes. */
interface DiskFault extends StorageFault {
  readonly codes: readonly string[];
}

const WHAT_FAILED: Readonly<Record<DiskOperation, string>> = {
  read: 'The data of the server cannot be read',
  write: 'The change was not saved',
};

const FAULTS: readonly DiskFault[] = [
  {
    codes: ['ENOENT', 'ENOTDIR', 'ESTALE'],
    reason: 'the data directory, or a part of it, was removed while the server was running',
    remedy: 'Put the data directory back and repeat the request, or restart the server with a new one.',
  },
  {
    codes: ['ENOSPC', 'EDQUOT'],
    reason: 'the disk of the data directory is full',
    remedy: 'Free disk space and repeat the request.',
  },
  {
    codes: ['EROFS'],
    reason: 'the disk of the data directory is read-only',
    remedy: 'Make the disk writable and repeat the request.',
  },
  {
    codes: ['EACCES', 'EPERM'],
    reason: 'the user that runs the server has no permission for the data directory',
    remedy: 'Make the data directory readable and writable for that user, and repeat the request.',
  },
  {
    codes: ['EMFILE', 'ENFILE'],
    reason: 'too many files are open',
    remedy: 'Close connections or raise the limit of open files (ulimit -n), and repeat the request.',
  },
];

const OTHER_FAULT: StorageFault = {
  reason: 'the data directory cannot be used',
  remedy: 'Check the data directory and its disk, and repeat the request.',
};

/** A change that was not saved, or data that cannot be read, for a reason outside the server. */
export class StorageError extends Error {
  /** The code of the system or the database, e.g. `ENOSPC` or `57P01`. */
  readonly code: string;
  /** Of the file or folder, or the address of the database without secrets. */
  readonly path: string;
  readonly operation: DiskOperation;
  /** Safe to send: it does not contain the path. */
  readonly description: string;
  readonly remedy: string;
  /** See {@link StorageFault}. */
  readonly retryAfterSeconds: number | undefined;

  /** `fault`: of a database; default: by the system's error code. */
  constructor(path: string, cause: unknown, operation: DiskOperation = 'write', fault?: StorageFault) {
    const code = codeOf(cause);
    super(`${path} cannot be used (${code})`, { cause });
    this.name = 'StorageError';
    this.code = code;
    this.path = path;
    this.operation = operation;
    const { reason, remedy, retryAfterSeconds } =
      fault ?? FAULTS.find(({ codes }) => codes.includes(code)) ?? OTHER_FAULT;
    this.description = `${WHAT_FAILED[operation]}: ${reason}.`;
    this.remedy = remedy;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function codeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

/** Wraps a file system error in a {@link StorageError}; returns any other error unchanged. */
export function toStorageError(path: string, error: unknown, operation: DiskOperation = 'write'): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem ? new StorageError(path, error, operation) : error;
}
