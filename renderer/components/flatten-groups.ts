// The visible rows of the tree of groups, from the pages that are loaded.
import type { StoredGroup } from '../api/groups.ts';
import { text } from '../texts/text.ts';
import type { TreeRow } from '../ui/tree-keys.ts';

/** A row of the tree: a group, or what loads more groups below the same parent. */
export type GroupRow = TreeRow & {
  readonly parentId: string | undefined;
  /** Undefined: the row that loads more. */
  readonly group: StoredGroup | undefined;
};

/** Key of the row that loads more groups below a parent. */
function moreKey(parentId: string | undefined): string {
  return `more-${parentId ?? 'top'}`;
}

/** What is loaded of the tree. */
export interface LoadedGroups {
  /** Groups below a parent, of all loaded pages; undefined while the first page is loading. */
  readonly below: (parentId: string | undefined) => readonly StoredGroup[] | undefined;
  /** Number of groups at the top. */
  readonly topCount: number;
  readonly isOpen: (id: string) => boolean;
  /** Groups to leave out: those that are being deleted. */
  readonly isHidden: (group: StoredGroup) => boolean;
}

/** Open groups are followed by the groups below them. */
export function flattenGroups(loaded: LoadedGroups, parent?: StoredGroup, level = 1): readonly GroupRow[] {
  const groups = loaded.below(parent?.id);
  if (groups === undefined) return [];
  const total = Math.max(parent === undefined ? loaded.topCount : parent.subGroupCount, groups.length);
  const rows = groups.flatMap((group, index): readonly GroupRow[] => {
    if (loaded.isHidden(group)) return [];
    const expanded = group.subGroupCount === 0 ? undefined : loaded.isOpen(group.id);
    const row: GroupRow = {
      key: group.id,
      level,
      position: index + 1,
      siblings: total,
      expanded,
      text: group.name,
      parentId: parent?.id,
      group,
    };
    return expanded === true ? [row, ...flattenGroups(loaded, group, level + 1)] : [row];
  });
  if (groups.length >= total) return rows;
  const more: GroupRow = {
    key: moreKey(parent?.id),
    level,
    position: groups.length + 1,
    siblings: total,
    expanded: undefined,
    text: text('components:groups.more', { shown: groups.length, total }),
    parentId: parent?.id,
    group: undefined,
  };
  return [...rows, more];
}

/** Results of a search as rows of one level. */
export function searchRows(groups: readonly StoredGroup[]): readonly GroupRow[] {
  return groups.map((group, index) => ({
    key: group.id,
    level: 1,
    position: index + 1,
    siblings: groups.length,
    expanded: undefined,
    text: group.name,
    parentId: group.parentId,
    group,
  }));
}
