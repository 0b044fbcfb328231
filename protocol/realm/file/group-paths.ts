// Group paths of a realm file, in the form that they are stored in: a slash in a name is escaped.
import type { GroupRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { allGroups, findGroupByKeycloakPath } from '../groups/group-tree.ts';

/** Reads a path; one that names no group stays as it is. */
export type ReadPath = (path: string) => string;

/** Reads paths to these groups. Each distinct path is looked up once. */
export function createPathReader(groups: readonly GroupRepresentation[] | undefined): ReadPath {
  const known = new Map(allGroups(groups).map(({ path }) => [path, path]));
  return (path) => {
    const read = known.get(path) ?? findGroupByKeycloakPath(groups, path)?.path ?? path;
    known.set(path, read);
    return read;
  };
}

/** The user with its groups read; the same object if they are written in the stored form. */
export function withGroupPaths<User extends UserRepresentation>(user: User, read: ReadPath): User {
  if (user.groups === undefined) return user;
  const groups = user.groups.map(read);
  return groups.every((path, index) => path === user.groups?.[index]) ? user : { ...user, groups };
}
