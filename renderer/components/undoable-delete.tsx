// Deleting with a way back: the entry leaves the list at once, the request goes out when the time to undo is over.
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useApi } from '../api/api-context.tsx';
import { announceFailure } from '../ui/announce.tsx';
import { keepFocusInList } from '../ui/keep-focus.ts';
import { createPendingDeletions } from './pending-deletions.ts';

const UNDO_MS = 7000;
const pending = createPendingDeletions();

// Whoever closes the window meant the deletion: it goes out with the page.
window.addEventListener('pagehide', () => pending.flush());

/** Something to delete. */
export interface Deletion {
  /** Path of the entry in the admin API. */
  readonly path: string;
  /** What it is called: `client demo-web`. */
  readonly what: string;
  /** Key of the lists that hold it. */
  readonly queryKey: readonly unknown[];
  /** What was done to it, where "Deleted" is not the word: `Ended`. */
  readonly done?: string;
}

/** Paths that are about to be deleted; lists leave them out. */
export function usePendingDeletions(): ReadonlySet<string> {
  return useSyncExternalStore(pending.subscribe, pending.paths);
}

/** Deletes after a few seconds in which the person may think better of it. */
export function useUndoableDelete(): (deletion: Deletion) => void {
  const api = useApi();
  const queries = useQueryClient();
  return useCallback(
    ({ path, what, queryKey, done = 'Deleted' }) => {
      const send = async (): Promise<void> => {
        notifications.hide(path);
        await api
          .send('DELETE', path, undefined, { keepalive: true })
          .catch((error: Error) => announceFailure(`The ${what} was not ${done.toLowerCase()}`, error));
        await queries.invalidateQueries({ queryKey });
      };
      keepFocusInList();
      pending.add(path, send, UNDO_MS);
      notifications.show({
        id: path,
        autoClose: false,
        withCloseButton: false,
        message: (
          <Group justify="space-between">
            <Text fz="sm">
              {done} {what}.
            </Text>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                pending.undo(path);
                notifications.hide(path);
              }}
            >
              Undo
            </Button>
          </Group>
        ),
      });
    },
    [api, queries],
  );
}
