// What the disk refused: the data directory is gone, full or not writable, so that a change cannot be saved.

/** What is sent, and how to fix it, by the system's error code. */
interface StorageFault {
  readonly codes: readonly string[];
  readonly description: string;
  readonly remedy: string;
}

const FAULTS: readonly StorageFault[] = [
  {
    codes: ['ENOENT', 'ENOTDIR', 'ESTALE'],
    description:
      'The data directory of the server, or a part of it, was removed while the server was running.',
    remedy: 'Put the data directory back and repeat the request, or restart the server with a new one.',
  },
  {
    codes: ['ENOSPC', 'EDQUOT'],
    description: 'The change was not saved: the disk of the data directory is full.',
    remedy: 'Free disk space and repeat the request.',
  },
  {
    codes: ['EROFS', 'EACCES', 'EPERM'],
    description: 'The change was not saved: the data directory is not writable.',
    remedy: 'Make the data directory writable for the user that runs the server, and repeat the request.',
  },
];

const OTHER_FAULT: Omit<StorageFault, 'codes'> = {
  description: 'The change was not saved: the data directory cannot be written.',
  remedy: 'Check the data directory and its disk, and repeat the request.',
};

/** The disk refused. Nothing of the change counts, so the request can be repeated. */
export class StorageError extends Error {
  /** The system's code: `ENOSPC`. */
  readonly code: string;
  readonly path: string;
  /** Safe to send: the path is not part of it. */
  readonly description: string;
  readonly remedy: string;

  constructor(path: string, cause: unknown) {
    const code = codeOf(cause);
    super(`${path} cannot be used (${code})`, { cause });
    this.name = 'StorageError';
    this.code = code;
    this.path = path;
    const { description, remedy } = FAULTS.find(({ codes }) => codes.includes(code)) ?? OTHER_FAULT;
    this.description = description;
    this.remedy = remedy;
  }
}

function codeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

/** An error of the file system as {@link StorageError}; anything else, and what is one already, as it is. */
export function toStorageError(path: string, error: unknown): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem ? new StorageError(path, error) : error;
}
