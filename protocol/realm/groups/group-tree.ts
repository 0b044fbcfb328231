// The group tree as pure functions: traversal, lookup by id or path, changes, paths with escaped slashes.
import type { GroupRepresentation } from '#protocol/contract/realm-representation.ts';

/** A group with its place in the tree. */
export interface PlacedGroup {
  readonly group: GroupRepresentation;
  /** `/a/b`; a slash inside a name is written `~/`. */
  readonly path: string;
  readonly parentId: string | undefined;
}

type Groups = readonly GroupRepresentation[] | undefined;

/** The path of a group below its parent's path (empty at the top). */
export function groupPath(parentPath: string, name: string): string {
  return `${parentPath}/${name.replaceAll('/', '~/')}`;
}

/** All groups, parents before their children. */
export function allGroups(groups: Groups, parentPath = '', parentId?: string): PlacedGroup[] {
  return (groups ?? []).flatMap((group) => {
    const path = groupPath(parentPath, group.name);
    return [{ group, path, parentId }, ...allGroups(group.subGroups, path, group.id)];
  });
}

export function findGroupById(groups: Groups, id: string): PlacedGroup | undefined {
  return allGroups(groups).find(({ group }) => group.id === id);
}

export function findGroupByPath(groups: Groups, path: string): PlacedGroup | undefined {
  return allGroups(groups).find((placed) => placed.path === path);
}

/**
 * The group that Keycloak finds by a path in which slashes are not escaped: at each level the group with the shortest
 * name that fits. The slashes at both ends may be missing.
 */
export function findGroupByKeycloakPath(groups: Groups, path: string): PlacedGroup | undefined {
  const names = path.replace(/^\//, '').replace(/\/$/, '').split('/');
  return findByNames(groups, names, '', undefined);
}

function findByNames(
  groups: Groups,
  names: readonly string[],
  parentPath: string,
  parentId: string | undefined,
): PlacedGroup | undefined {
  for (let count = 1; count <= names.length; count += 1) {
    const name = names.slice(0, count).join('/');
    const group = groups?.find((each) => each.name === name);
    if (group === undefined) continue;
    const path = groupPath(parentPath, name);
    return count === names.length
      ? { group, path, parentId }
      : findByNames(group.subGroups, names.slice(count), path, group.id);
  }
  return undefined;
}

/** The tree with one group changed; undefined removes it with all its descendants. */
export function editGroup(
  groups: Groups,
  id: string,
  edit: (group: GroupRepresentation) => GroupRepresentation | undefined,
): GroupRepresentation[] {
  return (groups ?? []).flatMap((group) => {
    if (group.id === id) return edit(group) ?? [];
    return [
      group.subGroups === undefined || group.subGroups.length === 0
        ? group
        : { ...group, subGroups: editGroup(group.subGroups, id, edit) },
    ];
  });
}

/** The groups with the paths and parents that follow from where they are; the same objects where these are right. */
export function withPlaces(groups: Groups, parentPath = '', parentId?: string): GroupRepresentation[] {
  return (groups ?? []).map((group) => {
    const path = groupPath(parentPath, group.name);
    const before = group.subGroups ?? [];
    const subGroups = withPlaces(before, path, group.id);
    const isPlaced =
      group.path === path &&
      group.parentId === parentId &&
      subGroups.every((child, index) => child === before[index]);
    if (isPlaced) return group;
    const { parentId: _before, ...rest } = group;
    return { ...rest, path, ...(parentId === undefined ? {} : { parentId }), subGroups };
  });
}

/** A path after its group moved from `before` to `after` (undefined: removed); other paths stay. */
export function followPath(path: string, before: string, after: string | undefined): string | undefined {
  if (path !== before && !path.startsWith(`${before}/`)) return path;
  return after === undefined ? undefined : after + path.slice(before.length);
}
