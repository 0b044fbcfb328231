// Keycloak's partial export: settings without secrets, and clients, groups and roles on request.
import type {
  ClientRepresentation,
  ComponentRepresentation,
  RealmRepresentation,
  ScopeMappingRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { DEVICE_KEY_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { MASKED_SECRET } from '#protocol/crypto/key-components.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { withoutPrivateKeys } from '../clients/saml-client.ts';
import { editAt, GONE, type Location, parseLocation } from '../references/location.ts';
import { writeForKeycloak } from './for-keycloak.ts';
import { isVaultName, SECRET_MEMBERS } from './secret-members.ts';

/** The parts that a partial export contains on request. */
export interface ExportParts {
  /** With their roles (if roles are exported), scope mappings and service accounts. */
  readonly clients: boolean;
  readonly groupsAndRoles: boolean;
}

/**
 * A partial export in the form that Keycloak imports: secrets are masked where Keycloak masks them, other secrets and keys
 * are left out, and so are references to what is not exported. Of `users`, only the service accounts are exported.
 * `now`: milliseconds.
 */
export function partialExport(
  realm: StoredRealm,
  users: readonly StoredUser[],
  parts: ExportParts,
  now: number,
): RealmRepresentation {
  const { file } = writeForKeycloak(pickParts(realm, users, parts), { now, isPartial: true });
  return withoutSecrets(file);
}

function pickParts(
  realm: StoredRealm,
  users: readonly StoredUser[],
  parts: ExportParts,
): RealmRepresentation {
  const {
    clients,
    roles,
    groups,
    defaultGroups,
    scopeMappings,
    clientScopeMappings,
    attributes,
    ...settings
  } = realm;
  const { [DEVICE_KEY_ATTRIBUTE]: _key, ...shown } = attributes ?? {};
  const { federatedUsers: _federated, organizations: _organizations, ...rest } = settings;
  const isExported = ({ client }: ScopeMappingRepresentation): boolean =>
    parts.clients || client === undefined;
  return {
    ...rest,
    realm: realm.realm,
    ...(attributes === undefined ? {} : { attributes: shown }),
    ...(scopeMappings === undefined ? {} : { scopeMappings: scopeMappings.filter(isExported) }),
    ...(clientScopeMappings === undefined
      ? {}
      : { clientScopeMappings: keepMappings(clientScopeMappings, isExported) }),
    ...(parts.clients ? { clients: clients ?? [], users: serviceAccounts(users, parts) } : {}),
    ...(parts.groupsAndRoles ? pickRoles(realm, parts) : {}),
  };
}

function keepMappings(
  mappings: NonNullable<RealmRepresentation['clientScopeMappings']>,
  isExported: (mapping: ScopeMappingRepresentation) => boolean,
): Record<string, ScopeMappingRepresentation[]> {
  const kept = Object.entries(mappings).map(([owner, list]) => [owner, list.filter(isExported)] as const);
  return Object.fromEntries(kept.filter(([, list]) => list.length > 0));
}

function pickRoles(
  { roles, groups, defaultGroups }: StoredRealm,
  { clients }: ExportParts,
): Partial<RealmRepresentation> {
  const { client: _ofClients, ...ofRealm } = roles ?? {};
  return {
    roles: clients && roles !== undefined ? roles : ofRealm,
    groups: groups ?? [],
    ...(defaultGroups === undefined ? {} : { defaultGroups }),
  };
}

function serviceAccounts(users: readonly StoredUser[], { groupsAndRoles }: ExportParts): StoredUser[] {
  return users
    .filter((user) => user.serviceAccountClientId !== undefined)
    .map(({ credentials, ...user }) => {
      if (groupsAndRoles) return user;
      const { realmRoles, clientRoles, groups, ...rest } = user;
      return rest as StoredUser;
    });
}

/** Where Keycloak writes a mask; what it imports from there is the mask itself, or nothing. */
const MASKED: readonly Location[] = [
  'clients[].secret',
  'identityProviders[].config.clientSecret',
  'smtpServer.password',
  'smtpServer.authTokenClientSecret',
  'codeSecret',
].map(parseLocation);

const mask = (value: unknown): unknown =>
  typeof value !== 'string' || isVaultName(value) ? value : MASKED_SECRET;

function withoutSecrets(file: RealmRepresentation): RealmRepresentation {
  let masked = file;
  for (const place of MASKED) {
    const edited = editAt(masked, place, mask);
    if (edited !== GONE) masked = edited;
  }
  const { clients, clientScopes, roles, groups, users, components, ...settings } = masked;
  return {
    ...(dropSecrets(settings) as typeof settings),
    ...(clientScopes === undefined ? {} : { clientScopes }),
    ...(clients === undefined ? {} : { clients: clients.map(withoutKeys) }),
    ...(components === undefined ? {} : { components: maskComponents(components) }),
    ...(roles === undefined ? {} : { roles }),
    ...(groups === undefined ? {} : { groups }),
    ...(users === undefined ? {} : { users }),
  };
}

/** Settings without unmasked secrets, at any depth. */
function dropSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, member]) => !SECRET_MEMBERS.has(name) || mask(member) === member,
  );
  return Object.fromEntries(kept.map(([name, member]) => [name, dropSecrets(member)]));
}

const ROTATED_SECRET = 'client.secret.rotated';

function withoutKeys(client: ClientRepresentation): ClientRepresentation {
  const { attributes } = client;
  if (attributes === undefined) return client;
  const shown = withoutPrivateKeys(attributes);
  return {
    ...client,
    attributes: shown[ROTATED_SECRET] === undefined ? shown : { ...shown, [ROTATED_SECRET]: MASKED_SECRET },
  };
}

type Components = Record<string, ComponentRepresentation[]>;

function maskComponents(components: Components): Components {
  return Object.fromEntries(
    Object.entries(components).map(([type, list]) => [
      type,
      list.map(({ config, ...component }) => {
        const nested = component['subComponents'] as Components | undefined;
        return {
          ...component,
          ...(config === undefined ? {} : { config: maskConfig(config) }),
          ...(nested === undefined ? {} : { subComponents: maskComponents(nested) }),
        };
      }),
    ]),
  );
}

function maskConfig(config: Readonly<Record<string, string[]>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(config).map(([name, values]) => [
      name,
      SECRET_MEMBERS.has(name) ? values.map((value) => String(mask(value))) : values,
    ]),
  );
}
