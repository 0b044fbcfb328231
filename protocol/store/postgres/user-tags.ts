// What users are searched by exactly, as short texts of one column: attributes, groups, roles, links.
import type { StoredUser } from '../store.ts';
import { linksOf, type UserLink } from '../user-links.ts';
import { toKey } from './stored-key.ts';

const tagOf = (kind: string, ...names: readonly string[]): string => toKey(`${kind}${JSON.stringify(names)}`);

/** An attribute with one of its values. */
export const attribute = (name: string, value: string): string => tagOf('attribute', name, value);

/** Direct membership in a group. */
export const group = (path: string): string => tagOf('group', path);

/** Membership in a group that is below this one. */
export const belowGroup = (path: string): string => tagOf('below', path);

/** A realm role that is assigned directly. */
export const realmRole = (name: string): string => tagOf('role', name);

/** A client role that is assigned directly. */
export const clientRole = (clientId: string, name: string): string => tagOf('role', clientId, name);

/** A client in the user's list of client roles. */
export const clientWithRoles = (clientId: string): string => tagOf('client', clientId);

/** An account at an identity provider. */
export const link = ({ provider, userId }: UserLink): string => tagOf('link', provider, userId);

/** A credential by its type. */
export const credential = (type: string): string => tagOf('credential', type);

/** Consent to at least one client. */
export const CONSENTS = 'consents';

/** Paths of the groups above a group, the nearest last. */
function pathsAbove(path: string): readonly string[] {
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index);
  return slashes.map((index) => path.slice(0, index));
}

/** The tags of a user, each once. */
export function tagsOf(user: StoredUser): readonly string[] {
  const { attributes = {}, groups = [], realmRoles = [], clientRoles = {}, credentials = [] } = user;
  const tags = [
    ...Object.entries(attributes).flatMap(([name, values]) => values.map((value) => attribute(name, value))),
    ...groups.map(group),
    ...groups.flatMap(pathsAbove).map(belowGroup),
    ...realmRoles.map(realmRole),
    ...Object.entries(clientRoles).flatMap(([clientId, names]) => [
      clientWithRoles(clientId),
      ...names.map((name) => clientRole(clientId, name)),
    ]),
    ...linksOf(user).map(link),
    ...credentials.flatMap(({ type }) => (type === undefined ? [] : [credential(type)])),
    ...((user.clientConsents ?? []).length > 0 ? [CONSENTS] : []),
  ];
  return [...new Set(tags)];
}
