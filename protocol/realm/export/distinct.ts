// Leaves out what Keycloak refuses because its name or id is taken.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { editAt, GONE, type Location, parseLocation } from '../references/location.ts';
import type { Report } from './findings.ts';

/** Lists whose items must differ in some members. */
const DISTINCT: readonly { readonly list: Location; readonly by: readonly string[] }[] = (
  [
    ['clients', 'clientId'],
    ['users', 'username'],
    ['clientScopes', 'name'],
    ['roles.realm', 'name'],
    ['roles.client{}', 'name'],
    ['groups', 'name'],
    ['groups[**].subGroups', 'name'],
    ['clients[].protocolMappers', 'protocol', 'name'],
    ['clientScopes[].protocolMappers', 'protocol', 'name'],
    ['users[].clientConsents', 'clientId'],
    ['identityProviders', 'alias'],
    ['organizations', 'name'],
  ] as const
).map(([list, ...by]) => ({ list: parseLocation(list), by }));

/** Ids that must differ, by what they identify. */
const IDENTIFIED: readonly (readonly Location[])[] = [
  ['clients[].id'],
  ['users[].id'],
  ['roles.realm[].id', 'roles.client{}[].id'],
  ['groups[**].id'],
  ['clientScopes[].id'],
  ['clients[].protocolMappers[].id', 'clientScopes[].protocolMappers[].id'],
  ['components{}[].id', 'components{}[].subComponents{}[].id'],
  ['users[].credentials[].id'],
  ['identityProviders[].internalId'],
  ['identityProviderMappers[].id'],
  ['authenticationFlows[].id'],
  ['authenticatorConfig[].id'],
  ['organizations[].id'],
].map((places) => places.map(parseLocation));

type Item = Readonly<Record<string, unknown>>;

/** The file without the second of two items with the same name, and without ids that are used twice. */
export function withoutDuplicates(file: RealmRepresentation, report: Report): RealmRepresentation {
  let next = file;
  const edit = (location: Location, change: Parameters<typeof editAt>[2]): void => {
    const edited = editAt(next, location, change);
    if (edited !== GONE) next = edited;
  };
  for (const { list, by } of DISTINCT)
    edit(list, (items, { path }) => (Array.isArray(items) ? distinct(items, by, path, report) : items));
  for (const places of IDENTIFIED) {
    const seen = new Set<unknown>();
    for (const place of places)
      edit(place, (id, { path }) => {
        if (!seen.has(id)) {
          seen.add(id);
          return id;
        }
        report(path(), `The id "${String(id)}" is used twice, so Keycloak generates another one.`);
        return GONE;
      });
  }
  return next;
}

function distinct(
  items: readonly unknown[],
  by: readonly string[],
  path: () => string,
  report: Report,
): readonly unknown[] {
  const seen = new Set<unknown>();
  const [only = '', second] = by;
  const kept = items.filter((item, index) => {
    const first = (item as Item)[only];
    const key = second === undefined ? first : JSON.stringify([first, (item as Item)[second]]);
    if (!seen.has(key)) {
      seen.add(key);
      return true;
    }
    const name = String((item as Item)[by.at(-1) ?? '']);
    report(
      `${path()}[${index}]`,
      `"${name}" is listed twice, which Keycloak refuses: the second one is left out.`,
    );
    return false;
  });
  return kept.length === items.length ? items : kept;
}
