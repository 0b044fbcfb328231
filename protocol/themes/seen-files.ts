// Reads files and remembers in which state they were, so that a change is noticed without a restart.
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';

/** Of a file or folder that is missing or cannot be examined. */
const ABSENT = '';

function stateOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs}:${size}:${ino}`;
  } catch {
    return ABSENT;
  }
}

/** Files and folders that were looked at, present or not. */
export class SeenFiles {
  readonly #states = new Map<string, string>();
  #isComplete = false;

  /** Undefined if the file is missing or cannot be read. */
  read(path: string): Buffer | undefined {
    this.#see(path);
    try {
      return readFileSync(path);
    } catch {
      return undefined;
    }
  }

  /** Names in the folder, sorted; none if it is missing. */
  list(path: string): readonly string[] {
    this.#see(path);
    try {
      return readdirSync(path).toSorted();
    } catch {
      return [];
    }
  }

  /** The path with all links resolved; undefined if there is nothing. */
  resolve(path: string): string | undefined {
    this.#see(path);
    try {
      return realpathSync(path);
    } catch {
      return undefined;
    }
  }

  /** What is looked at from now on is not remembered: requests name files that do not exist. */
  complete(): void {
    this.#isComplete = true;
  }

  /** Whether anything that was looked at is different now. */
  haveChanged(): boolean {
    for (const [path, state] of this.#states) if (stateOf(path) !== state) return true;
    return false;
  }

  #see(path: string): void {
    if (!this.#isComplete && !this.#states.has(path)) this.#states.set(path, stateOf(path));
  }
}

/** Whether a path without links is below a folder without links. */
export function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder + sep);
}
