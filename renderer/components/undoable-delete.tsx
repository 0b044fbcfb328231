// Deletion with undo: the entry is hidden immediately, and the request is sent when the undo time is over.
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

// Closing the window confirms pending deletions.
window.addEventListener('pagehide', () => pending.flush());

/** An entry to delete. */
export interface Deletion {
  /** Path of the entry in the admin API. */
  readonly path: string;
  /** Name of the entry: `client demo-web`. */
  readonly what: string;
  /** Query key of the lists that contain the entry. */
  readonly queryKey: readonly unknown[];
  /** Past participle for the message, if not "Deleted": `Ended`. */
  readonly done?: string;
}

/** Paths of pending deletions, which lists must hide. */
export function usePendingDeletions(): ReadonlySet<string> {
  return useSyncExternalStore(pending.subscribe, pending.paths);
}

/** Returns the function that deletes an entry after a few seconds, during which it can be undone. */
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
