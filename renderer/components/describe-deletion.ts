// Messages about deletions with undo.
import { text } from '../texts/text.ts';

/** What a deletion is called. */
export type DeletionAct = 'delete' | 'end' | 'revoke';

/** Deletions in words. */
const ACTS = {
  delete: {
    doing: 'components:undo.deleting',
    doingMany: 'components:undo.deletingMany',
    done: 'components:undo.deleted',
    doneMany: 'components:undo.deletedMany',
    failed: 'components:undo.notDeleted',
  },
  end: {
    doing: 'components:undo.ending',
    doingMany: 'components:undo.endingMany',
    done: 'components:undo.ended',
    doneMany: 'components:undo.endedMany',
    failed: 'components:undo.notEnded',
  },
  revoke: {
    doing: 'components:undo.revoking',
    doingMany: 'components:undo.revokingMany',
    done: 'components:undo.revoked',
    doneMany: 'components:undo.revokedMany',
    failed: 'components:undo.notRevoked',
  },
} as const;
ACTS satisfies Record<DeletionAct, unknown>;

/** One entry or several: `client demo-web`, `3 users`. */
export interface DeletionName {
  readonly act?: DeletionAct;
  readonly what: string;
  readonly isMany?: boolean;
}

/** What happens when the time to undo is over: `Deleting client demo-web`. */
export function describeDoing({ act = 'delete', what, isMany = false }: DeletionName): string {
  return text(ACTS[act][isMany ? 'doingMany' : 'doing'], { what });
}

/** `Deleted client demo-web.` */
export function describeDone({ act = 'delete', what, isMany = false }: DeletionName): string {
  return text(ACTS[act][isMany ? 'doneMany' : 'done'], { what });
}

/** Heading of the failure of one entry: `The client demo-web was not deleted`. */
export function describeFailed({ act = 'delete', what }: Omit<DeletionName, 'isMany'>): string {
  return text(ACTS[act].failed, { what });
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
    .replace(/^roles-by-id\//, 'roles/')
    .replace(/^instances\//, 'providers/');
  return !end.includes('?') && `${pathname}/`.includes(`/${end}/`);
}

/** The end of an entry's path, by which lists know its row: mostly its ID. */
export function entryKey(path: string): string {
  return decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? '');
}
