// Group paths as Keycloak writes them by default: a slash in a name is not escaped.
import type { GroupRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { findGroupByKeycloakPath, groupPath } from '../groups/group-tree.ts';
import { REFERENCE_ROWS } from '../references/follow-references.ts';
import { editAt, GONE } from '../references/location.ts';
import type { Report } from './findings.ts';

/** Keycloak's paths by ours, of groups for which they differ. */
function listPaths(
  groups: readonly GroupRepresentation[],
  parent: { readonly own: string; readonly theirs: string },
  paths: Map<string, string>,
): Map<string, string> {
  for (const group of groups) {
    const place = { own: groupPath(parent.own, group.name), theirs: `${parent.theirs}/${group.name}` };
    if (place.own !== place.theirs) paths.set(place.own, place.theirs);
    listPaths(group.subGroups ?? [], place, paths);
  }
  return paths;
}

function withOwnPaths(groups: readonly GroupRepresentation[], parentPath: string): GroupRepresentation[] {
  return groups.map((group) => {
    const path = `${parentPath}/${group.name}`;
    return { ...group, path, subGroups: withOwnPaths(group.subGroups ?? [], path) };
  });
}

/** The file with Keycloak's group paths. References by a path that finds another group or none are left out. */
export function withKeycloakPaths(file: RealmRepresentation, report: Report): RealmRepresentation {
  const { groups } = file;
  if (groups === undefined) return file;
  const paths = listPaths(groups, { own: '', theirs: '' }, new Map());
  let next: RealmRepresentation = { ...file, groups: withOwnPaths(groups, '') };
  if (paths.size === 0) return next;
  const finds = new Map(
    [...paths].map(([own, theirs]) => [own, findGroupByKeycloakPath(groups, theirs)?.path === own]),
  );
  for (const { to, location } of REFERENCE_ROWS) {
    if (!to.includes('group')) continue;
    const edited = editAt(next, location, (value, { path }) => {
      const theirs = paths.get(String(value));
      if (theirs === undefined || finds.get(String(value)) === true) return theirs ?? value;
      report(path(), `Keycloak finds another group or none by ${theirs}, so it is left out; rename a group.`);
      return GONE;
    });
    if (edited !== GONE) next = edited;
  }
  return next;
}
