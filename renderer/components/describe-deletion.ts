// Messages about deletions with undo.

/** What happens when the time to undo is over: `Deleting client demo-web`. `done` is a past participle. */
export function describeDoing(what: string, done = 'Deleted'): string {
  return `${done.replace(/ed$/, 'ing')} ${what}`;
}

interface Failed {
  /** The entries: `client demo-web`, `3 users`. */
  readonly what: string;
  /** Their plural: `users`. */
  readonly many: string;
  readonly done: string;
  /** Entries that were to be deleted, and how many of them were not. */
  readonly sent: number;
  readonly failed: number;
}

/** Heading of a failure: `The client demo-web was not deleted`, `2 of 3 users were not deleted`. */
export function describeFailed({ what, many, done, sent, failed }: Failed): string {
  const past = done.toLowerCase();
  if (sent === 1) return `The ${what} was not ${past}`;
  return `${failed} of ${sent} ${many} ${failed === 1 ? 'was' : 'were'} not ${past}`;
}

/** Time left, rounded up: `10 s`. */
export function describeLeft(leftMs: number): string {
  return `${Math.ceil(leftMs / 1000)} s`;
}

/** Path of an entry, and the address of a screen. */
export interface EntryAddress {
  readonly path: string;
  readonly pathname: string;
}

/**
 * Whether a screen shows an entry. The end of an entry's path in the admin API, such as `clients/<id>`, is also in
 * the address of its screen.
 */
export function isScreenOf({ path, pathname }: EntryAddress): boolean {
  const end = path
    .split('/')
    .slice(-2)
    .join('/')
    .replace(/^roles-by-id\//, 'roles/');
  return !end.includes('?') && `${pathname}/`.includes(`/${end}/`);
}

/** The end of an entry's path, by which lists know its row: mostly its ID. */
export function entryKey(path: string): string {
  return decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? '');
}
