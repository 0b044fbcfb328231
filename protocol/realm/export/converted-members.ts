// Members of earlier versions that an import here reads as what replaced them. Keycloak would read them once more.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { editAt, GONE, type Location, parseLocation } from '../references/location.ts';
import type { Report } from './findings.ts';

/** Members by what is written in their place. */
const CONVERTED: readonly { readonly at: Location; readonly message: string }[] = Object.entries({
  clients: ['applications', 'oauthClients'],
  clientScopeMappings: ['applicationScopeMappings'],
  'roles.client': ['roles.application'],
  'composites.client': ['roles.realm[].composites.application', 'roles.client{}[].composites.application'],
  clientRoles: ['users[].applicationRoles'],
  'standardFlowEnabled and directAccessGrantsEnabled': ['clients[].directGrantsOnly'],
})
  .flatMap(([now, places]) =>
    places.map((at) => ({
      at: parseLocation(at),
      message: `Written as ${now}; Keycloak would apply this member of an earlier version once more.`,
    })),
  )
  .concat(
    [
      'clientTemplates',
      'clients[].clientTemplate',
      'scopeMappings[].clientTemplate',
      'clientScopeMappings{}[].clientTemplate',
    ].map((at) => ({
      at: parseLocation(at),
      message:
        'Client templates of Keycloak 3 have no effect here and would replace all client scopes in Keycloak, so they are left out.',
    })),
  );

/** The file without members that the import has converted. */
export function withoutConverted(file: RealmRepresentation, report: Report): RealmRepresentation {
  let next = withCurrentDefaultRoles(file);
  for (const { at, message } of CONVERTED) {
    const edited = editAt(next, at, (_value, { path }) => {
      report(path(), message);
      return GONE;
    });
    if (edited !== GONE) next = edited;
  }
  return next;
}

const DEFAULT_ROLES = parseLocation('defaultRoles');

/**
 * Default roles in the form before Keycloak 13, as far as the default role still contains them: Keycloak adds them
 * to it, which then changes nothing.
 */
function withCurrentDefaultRoles(file: RealmRepresentation): RealmRepresentation {
  const name = file.defaultRole?.name;
  const { realm = [], client = {} } = file.roles?.realm?.find((role) => role.name === name)?.composites ?? {};
  const next = editAt(file, DEFAULT_ROLES, (value) => contained(value, realm));
  const withRealm = next === GONE ? file : next;
  const clients = withRealm.clients?.map((each) => {
    const edited = editAt(each, DEFAULT_ROLES, (value) => contained(value, client[each.clientId] ?? []));
    return edited === GONE ? each : edited;
  });
  const isSame = clients === undefined || clients.every((each, index) => each === withRealm.clients?.[index]);
  return isSame ? withRealm : { ...withRealm, clients };
}

/** The names that the default role contains; the same list if it contains all. */
function contained(value: unknown, names: readonly string[]): unknown {
  if (!Array.isArray(value)) return GONE;
  const left = value.filter((name) => names.includes(name));
  if (left.length === value.length) return value;
  return left.length === 0 ? GONE : left;
}
