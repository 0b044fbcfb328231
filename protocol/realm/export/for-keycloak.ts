// The form of a realm that Keycloak 26 imports, and a report of what it will read differently.
import type { ExportFindingWire } from '#protocol/contract/admin-api.ts';
import type {
  ComponentRepresentation,
  RealmRepresentation,
  UserRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { clientForKeycloak } from './client-rules.ts';
import { withoutConverted } from './converted-members.ts';
import { withoutDuplicates } from './distinct.ts';
import { withCurrentFlows } from './earlier-flows.ts';
import { exportRealm } from './export-realm.ts';
import { createFindings, type Report } from './findings.ts';
import { withKeycloakPaths } from './group-paths.ts';
import { keyComponentForKeycloak, keyComponentWithoutKey } from './keys.ts';
import { reportNeeds, withoutExtensions } from './providers.ts';
import { withoutUnresolved } from './resolve.ts';
import { shapeAs } from './shape.ts';
import { userForKeycloak, withPossibleAccounts } from './users.ts';
import { withoutRefusedValues } from './value-rules.ts';

/** A realm file for Keycloak, with what it will read differently. */
export interface KeycloakFile {
  readonly file: RealmRepresentation;
  readonly report: readonly ExportFindingWire[];
}

export interface WriteOptions {
  /** Milliseconds, for certificates that have expired. */
  readonly now: number;
  /** As Keycloak's partial export writes it: without keys, which an import generates again. */
  readonly isPartial?: true;
}

/**
 * A realm as Keycloak's import accepts it. Members that Keycloak lacks, references to nothing and values that it refuses
 * are left out; what it would read differently by default is written.
 */
export function writeForKeycloak(given: RealmRepresentation, options: WriteOptions): KeycloakFile {
  const { report, list } = createFindings();
  const newMembers = options.isPartial === true ? 'written' : 'left-out';
  const converted = withCurrentFlows(withoutConverted(given, report), report);
  const shaped = shapeAs(converted, 'Realm', report, newMembers) as RealmRepresentation;
  const valid = withoutExtensions(withoutRefusedValues(shaped, report), report);
  const complete = withKeys(withClients(withUsers(withLists(valid), report), report), options, report);
  const resolved = withoutUnresolved(withoutDuplicates(complete, report), report);
  const file = withKeycloakPaths({ ...resolved, enabled: resolved.enabled ?? true }, report);
  reportNeeds(file, report);
  return { file, report: list() };
}

/** What Keycloak reads differently from a realm with its users. `now`: milliseconds. */
export function reportForKeycloak(
  realm: StoredRealm,
  users: readonly StoredUser[],
  now: number,
): readonly ExportFindingWire[] {
  return writeForKeycloak(exportRealm(realm, users), { now }).report;
}

/** Lists that Keycloak reads without asking whether they are there. */
function withLists(file: RealmRepresentation): RealmRepresentation {
  const flows = file['authenticationFlows'] as readonly object[] | undefined;
  const { scopeMappings, clientScopeMappings } = file;
  const withRoles = <Mapping extends object>(list: readonly Mapping[]) =>
    list.map((mapping) => ({ roles: [], ...mapping }));
  return {
    ...file,
    ...(flows === undefined
      ? {}
      : { authenticationFlows: flows.map((flow) => ({ authenticationExecutions: [], ...flow })) }),
    ...(scopeMappings === undefined ? {} : { scopeMappings: withRoles(scopeMappings) }),
    ...(clientScopeMappings === undefined
      ? {}
      : {
          clientScopeMappings: Object.fromEntries(
            Object.entries(clientScopeMappings).map(([clientId, mappings]) => [
              clientId,
              withRoles(mappings),
            ]),
          ),
        }),
  };
}

function withUsers(file: RealmRepresentation, report: Report): RealmRepresentation {
  const written = ['users', 'federatedUsers'].flatMap((list) => {
    const users = file[list] as readonly UserRepresentation[] | undefined;
    if (users === undefined) return [];
    return [[list, users.map((user, index) => userForKeycloak(user, `${list}[${index}]`, report))] as const];
  });
  return { ...file, ...Object.fromEntries(written) };
}

function withClients(file: RealmRepresentation, report: Report): RealmRepresentation {
  const { clients } = file;
  if (clients === undefined) return file;
  const at = (index: number) => ({ path: `clients[${index}]`, report });
  const valid = clients.map((client, index) => clientForKeycloak(client, file, at(index)));
  return { ...file, clients: withPossibleAccounts(valid, file.users ?? [], report) };
}

function withKeys(
  file: RealmRepresentation,
  { now, isPartial }: WriteOptions,
  report: Report,
): RealmRepresentation {
  const components = file.components?.[KEY_PROVIDER];
  if (components === undefined) return file;
  const written = components.flatMap((component, index): ComponentRepresentation[] => {
    const path = `components.${KEY_PROVIDER}[${index}]`;
    const valid = keyComponentForKeycloak(component, { path, now, report });
    const shown = valid !== undefined && isPartial === true ? keyComponentWithoutKey(valid) : valid;
    return shown === undefined ? [] : [shown];
  });
  return { ...file, components: { ...file.components, [KEY_PROVIDER]: written } };
}
