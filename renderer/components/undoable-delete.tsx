// Deletion with undo: the entry is hidden immediately, and the request is sent when the undo time is over.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi, usePendingPaths } from '../api/api-context.tsx';
import { ApiError, withSubject } from '../api/api-error.ts';
import type { Api } from '../api/http.ts';
import { announceDone, announceFailure } from '../ui/announce.tsx';
import { keepFocusInList, rememberPlace } from '../ui/keep-focus.ts';
import {
  type DeletionAct,
  describeDoing,
  describeDone,
  describeFailed,
  entryKey,
} from './describe-deletion.ts';

/** Requests that run at the same time. */
const AT_ONCE = 4;

/** An entry to delete. */
export interface Deletion {
  /** Path of the entry in the admin API. */
  readonly path: string;
  /** Name of the entry: `client demo-web`. */
  readonly what: string;
  /** Query key of the lists that contain the entry. */
  readonly queryKey: readonly unknown[];
  /** Default: `delete`. */
  readonly act?: DeletionAct;
  /** Opens the entry again after an undo. Without it, the focus returns to the row. */
  readonly reopen?: () => void;
}

/** Several entries that are deleted and restored together. */
export interface BulkDeletion extends Omit<Deletion, 'path' | 'reopen'> {
  /** Names of the entries by path, for failures: `user alice`. */
  readonly names: ReadonlyMap<string, string>;
  /** Heading of the failure of some of several entries: `2 of 3 users were not deleted`. */
  readonly describeFailed: (failed: number, sent: number) => string;
}

/** Paths of pending deletions, which lists must hide. */
export function usePendingDeletions(): ReadonlySet<string> {
  return usePendingPaths();
}

interface Failure {
  readonly path: string;
  readonly error: Error;
}

/** Deletes an entry. One that is gone already counts as deleted. */
async function sendOne(api: Api, path: string, leaving: boolean): Promise<Failure | undefined> {
  try {
    await api.send('DELETE', path, undefined, { keepalive: leaving });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    return { path, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Deletes entries, a few at a time or, when the page is being closed, all at once. Resolves to the failures. */
async function sendAll(api: Api, paths: readonly string[], leaving: boolean): Promise<readonly Failure[]> {
  const waiting = [...paths];
  const failures: Failure[] = [];
  const work = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const failure = await sendOne(api, path, leaving);
      if (failure !== undefined) failures.push(failure);
    }
  };
  await Promise.all(Array.from({ length: leaving ? paths.length : AT_ONCE }, work));
  return failures;
}

/** Loads what is shown again; what is not shown is forgotten, so that it shows no deleted entry for a moment. */
async function reload(queries: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  queries.removeQueries({ queryKey, type: 'inactive' });
  await queries.invalidateQueries();
}

/** Act and name of a deletion, for its messages. */
function nameOf({ act = 'delete', what, names }: BulkDeletion) {
  return { act, what, isMany: names.size > 1 };
}

function announce(deletion: BulkDeletion, sent: number, failures: readonly Failure[]): void {
  const [first] = failures;
  if (first === undefined) {
    announceDone(describeDone(nameOf(deletion)));
    return;
  }
  const { act = 'delete', what, names } = deletion;
  const name = names.get(first.path) ?? what;
  if (sent === 1) announceFailure(describeFailed({ act, what: name }), first.error);
  else announceFailure(deletion.describeFailed(failures.length, sent), withSubject(name, first.error));
}

/** Returns the function that deletes entries together after a few seconds, during which it can be undone. */
export function useUndoableBulkDelete(): (deletion: BulkDeletion, reopen?: () => void) => void {
  const api = useApi();
  const queries = useQueryClient();
  return useCallback(
    (deletion, reopen) => {
      const paths = [...deletion.names.keys()];
      const restore = reopen ?? rememberPlace(paths.map(entryKey));
      keepFocusInList();
      api.deletions.add({
        paths,
        doing: describeDoing(nameOf(deletion)),
        send: async (rest, leaving) => {
          const failures = await sendAll(api, rest, leaving);
          announce(deletion, rest.length, failures);
          const loaded = reload(queries, deletion.queryKey);
          // The entries are not gone: they are shown again without waiting for a server that may be down.
          if (failures.length < rest.length) await loaded;
        },
        restore,
      });
    },
    [api, queries],
  );
}

/** Returns the function that deletes an entry after a few seconds, during which it can be undone. */
export function useUndoableDelete(): (deletion: Deletion) => void {
  const remove = useUndoableBulkDelete();
  return useCallback(
    ({ path, reopen, ...deletion }) =>
      remove(
        {
          ...deletion,
          names: new Map([[path, deletion.what]]),
          describeFailed: () => describeFailed(deletion),
        },
        reopen,
      ),
    [remove],
  );
}
