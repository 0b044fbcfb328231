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
  'the composites of the default role': ['defaultRoles', 'clients[].defaultRoles'],
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
  let next = file;
  for (const { at, message } of CONVERTED) {
    const edited = editAt(next, at, (_value, { path }) => {
      report(path(), message);
      return GONE;
    });
    if (edited !== GONE) next = edited;
  }
  return next;
}
