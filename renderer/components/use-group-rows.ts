// The rows of the tree of groups: which groups are open, and how many pages of each are loaded.
import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useApi, useRealm } from '../api/api-context.tsx';
import {
  groupPageQuery,
  groupPath,
  type StoredGroup,
  useGroupAncestors,
  useGroupCount,
} from '../api/groups.ts';
import { flattenGroups, type GroupRow } from './flatten-groups.ts';
import { usePendingDeletions } from './undoable-delete.tsx';

/** Pages of open groups by id; those of closed groups are remembered. */
interface Opened {
  readonly pages: ReadonlyMap<string, number>;
  readonly open: ReadonlySet<string>;
}

/** Pages at the top of the tree. */
const TOP = '';

const NOTHING: Opened = { pages: new Map([[TOP, 1]]), open: new Set() };

export interface GroupRows {
  readonly rows: readonly GroupRow[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Opens or closes a group. */
  readonly toggle: (id: string) => void;
  /** Loads another page below a parent, or at the top. */
  readonly more: (parentId: string | undefined) => void;
}

function open(before: Opened, ids: readonly string[]): Opened {
  return {
    open: new Set([...before.open, ...ids]),
    pages: new Map([...ids.map((id) => [id, 1] as const), ...before.pages]),
  };
}

/** Which groups are open. Opens the groups above `revealed` once. */
function useOpened(revealed: string | undefined): Opened & Pick<GroupRows, 'toggle' | 'more'> {
  const [opened, setOpened] = useState(NOTHING);
  const above = useGroupAncestors(revealed).data;
  useEffect(() => {
    const ids = above?.map(({ id }) => id) ?? [];
    if (ids.length > 0) setOpened((before) => open(before, ids));
  }, [above]);
  const toggle = useCallback(
    (id: string) =>
      setOpened((before) =>
        before.open.has(id)
          ? { ...before, open: new Set([...before.open].filter((other) => other !== id)) }
          : open(before, [id]),
      ),
    [],
  );
  const more = useCallback(
    (parentId: string | undefined) =>
      setOpened((before) => {
        const key = parentId ?? TOP;
        return { ...before, pages: new Map([...before.pages, [key, (before.pages.get(key) ?? 0) + 1]]) };
      }),
    [],
  );
  return { ...opened, toggle, more };
}

/** The pages of open groups. */
function listPages(
  opened: Opened,
): readonly { readonly parentId: string | undefined; readonly page: number }[] {
  return [...opened.pages].flatMap(([id, pages]) =>
    id === TOP || opened.open.has(id)
      ? Array.from({ length: pages }, (_, index) => ({ parentId: id || undefined, page: index + 1 }))
      : [],
  );
}

/** Opens the groups above `revealed`, so that it is seen. */
export function useGroupRows(revealed: string | undefined): GroupRows {
  const api = useApi();
  const [realm] = useRealm();
  const { toggle, more, ...opened } = useOpened(revealed);
  const wanted = listPages(opened);
  const results = useQueries({
    queries: wanted.map(({ parentId, page }) => groupPageQuery(api, realm, parentId, page)),
  });
  const count = useGroupCount();
  const pending = usePendingDeletions();
  const below = (parentId: string | undefined): readonly StoredGroup[] | undefined => {
    const pages = results.filter((_, index) => wanted[index]?.parentId === parentId);
    return pages.some(({ data }) => data !== undefined) ? pages.flatMap(({ data }) => data ?? []) : undefined;
  };
  const failed = results.find(({ error }) => error !== null);
  return {
    rows: flattenGroups({
      below,
      topCount: count.data ?? 0,
      isOpen: (id) => opened.open.has(id),
      isHidden: ({ id }) => pending.has(groupPath(realm, id)),
    }),
    isLoading: below(undefined) === undefined,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    toggle,
    more,
  };
}
