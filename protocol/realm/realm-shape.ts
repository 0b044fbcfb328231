// The types of the members that the realm's rules read, checked once when a representation comes in.
import { RealmFileError } from './realm-file-error.ts';

/** A type that a member must have. `members` leaves members that it does not name alone. */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | { readonly list: Shape }
  | { readonly map: Shape }
  | { readonly members: Readonly<Record<string, Shape>>; readonly required?: readonly string[] };

const TEXTS: Shape = { list: 'string' };
const TEXT_MAP: Shape = { map: 'string' };
const TEXTS_MAP: Shape = { map: TEXTS };

const MAPPER: Shape = {
  members: { id: 'string', name: 'string', protocol: 'string', protocolMapper: 'string', config: TEXT_MAP },
  required: ['name', 'protocolMapper'],
};

const ROLE: Shape = {
  members: {
    id: 'string',
    name: 'string',
    description: 'string',
    composite: 'boolean',
    composites: { members: { realm: TEXTS, client: TEXTS_MAP } },
    attributes: TEXTS_MAP,
  },
  required: ['name'],
};

const groupMembers: Record<string, Shape> = {
  id: 'string',
  name: 'string',
  path: 'string',
  attributes: TEXTS_MAP,
  realmRoles: TEXTS,
  clientRoles: TEXTS_MAP,
};
const GROUP: Shape = { members: groupMembers, required: ['name'] };
groupMembers['subGroups'] = { list: GROUP };

/** A user. */
export const USER_SHAPE: Shape = {
  members: {
    id: 'string',
    username: 'string',
    email: 'string',
    emailVerified: 'boolean',
    firstName: 'string',
    lastName: 'string',
    enabled: 'boolean',
    createdTimestamp: 'number',
    attributes: TEXTS_MAP,
    credentials: {
      list: {
        members: {
          id: 'string',
          type: 'string',
          value: 'string',
          temporary: 'boolean',
          secretData: 'string',
          credentialData: 'string',
        },
      },
    },
    requiredActions: TEXTS,
    realmRoles: TEXTS,
    clientRoles: TEXTS_MAP,
    groups: TEXTS,
    serviceAccountClientId: 'string',
    notBefore: 'number',
  },
  required: ['username'],
};

/** A client. */
export const CLIENT_SHAPE: Shape = {
  members: {
    id: 'string',
    clientId: 'string',
    name: 'string',
    description: 'string',
    rootUrl: 'string',
    baseUrl: 'string',
    adminUrl: 'string',
    enabled: 'boolean',
    protocol: 'string',
    publicClient: 'boolean',
    bearerOnly: 'boolean',
    secret: 'string',
    clientAuthenticatorType: 'string',
    standardFlowEnabled: 'boolean',
    implicitFlowEnabled: 'boolean',
    directAccessGrantsEnabled: 'boolean',
    serviceAccountsEnabled: 'boolean',
    consentRequired: 'boolean',
    frontchannelLogout: 'boolean',
    fullScopeAllowed: 'boolean',
    redirectUris: TEXTS,
    webOrigins: TEXTS,
    notBefore: 'number',
    defaultClientScopes: TEXTS,
    optionalClientScopes: TEXTS,
    protocolMappers: { list: MAPPER },
    attributes: TEXT_MAP,
  },
  required: ['clientId'],
};

const SCOPE_MAPPINGS: Shape = {
  list: { members: { client: 'string', clientScope: 'string', roles: TEXTS } },
};

const seconds = (...names: readonly string[]): Record<string, Shape> =>
  Object.fromEntries(names.map((name) => [name, 'number' as const]));

/** A realm with everything in it. */
export const REALM_SHAPE: Shape = {
  members: {
    id: 'string',
    realm: 'string',
    displayName: 'string',
    enabled: 'boolean',
    sslRequired: 'string',
    defaultSignatureAlgorithm: 'string',
    revokeRefreshToken: 'boolean',
    rememberMe: 'boolean',
    registrationAllowed: 'boolean',
    loginWithEmailAllowed: 'boolean',
    duplicateEmailsAllowed: 'boolean',
    offlineSessionMaxLifespanEnabled: 'boolean',
    passwordPolicy: 'string',
    ...seconds(
      'notBefore',
      'refreshTokenMaxReuse',
      'accessTokenLifespan',
      'accessTokenLifespanForImplicitFlow',
    ),
    ...seconds('ssoSessionIdleTimeout', 'ssoSessionMaxLifespan', 'ssoSessionIdleTimeoutRememberMe'),
    ...seconds('ssoSessionMaxLifespanRememberMe', 'offlineSessionIdleTimeout', 'offlineSessionMaxLifespan'),
    ...seconds('clientSessionIdleTimeout', 'clientSessionMaxLifespan', 'accessCodeLifespan'),
    ...seconds('accessCodeLifespanUserAction', 'accessCodeLifespanLogin'),
    roles: { members: { realm: { list: ROLE }, client: { map: { list: ROLE } } } },
    defaultRole: ROLE,
    defaultRoles: TEXTS,
    defaultGroups: TEXTS,
    groups: { list: GROUP },
    users: { list: USER_SHAPE },
    clients: { list: CLIENT_SHAPE },
    clientScopes: {
      list: {
        members: {
          id: 'string',
          name: 'string',
          protocol: 'string',
          attributes: TEXT_MAP,
          protocolMappers: { list: MAPPER },
        },
        required: ['name'],
      },
    },
    defaultDefaultClientScopes: TEXTS,
    defaultOptionalClientScopes: TEXTS,
    scopeMappings: SCOPE_MAPPINGS,
    clientScopeMappings: { map: SCOPE_MAPPINGS },
    components: {
      map: { list: { members: { id: 'string', name: 'string', providerId: 'string', config: TEXTS_MAP } } },
    },
    attributes: TEXT_MAP,
  },
  required: ['realm'],
};

/** What {@link checkShape} found beside faults. */
export interface ShapeFindings {
  /** Whether a member was null, which Keycloak reads as left out. */
  hasNull: boolean;
}

/** Checks a value that came as JSON. The path is built only for a refusal, so large lists stay cheap. @throws {RealmFileError} naming the first member of a wrong type or the required one that is missing. */
export function checkShape(value: unknown, shape: Shape, member: string, findings: ShapeFindings): void {
  const fault = findFault(value, shape, findings);
  if (fault === undefined) return;
  const path = `${member}${fault.path}`.replace(/^\./, '');
  throw new RealmFileError(path, fault.problem, fault.remedy);
}

interface Fault {
  readonly path: string;
  readonly problem: string;
  readonly remedy: string;
}

function findFault(value: unknown, shape: Shape, findings: ShapeFindings): Fault | undefined {
  if (value === undefined) return undefined;
  if (value === null) {
    findings.hasNull = true;
    return undefined;
  }
  if (typeof shape === 'string') return findScalarFault(value, shape);
  if ('list' in shape)
    return Array.isArray(value) ? findListFault(value, shape.list, findings) : wrongType('a list');
  if (typeof value !== 'object' || Array.isArray(value)) return wrongType('an object');
  const record = value as Readonly<Record<string, unknown>>;
  return 'map' in shape
    ? findMapFault(record, shape.map, findings)
    : findMemberFault(record, shape, findings);
}

function findScalarFault(value: unknown, shape: 'string' | 'number' | 'boolean'): Fault | undefined {
  // biome-ignore lint/suspicious/useValidTypeof: the shape is one of the names that typeof gives
  if (typeof value === shape) return undefined;
  const names = { string: 'a text', number: 'a number', boolean: 'true or false' };
  return wrongType(names[shape]);
}

function findListFault(list: readonly unknown[], shape: Shape, findings: ShapeFindings): Fault | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index];
    const fault = item === null ? wrongType('set, not null') : findFault(item, shape, findings);
    if (fault !== undefined) return below(`[${index}]`, fault);
  }
  return undefined;
}

function findMapFault(
  record: Readonly<Record<string, unknown>>,
  shape: Shape,
  findings: ShapeFindings,
): Fault | undefined {
  for (const key of Object.keys(record)) {
    const fault = findFault(record[key], shape, findings);
    if (fault !== undefined) return below(`.${key}`, fault);
  }
  return undefined;
}

function findMemberFault(
  record: Readonly<Record<string, unknown>>,
  shape: Extract<Shape, { members: unknown }>,
  findings: ShapeFindings,
): Fault | undefined {
  for (const name of shape.required ?? []) {
    if (record[name] === undefined || record[name] === null || record[name] === '') {
      return { path: `.${name}`, problem: 'is missing', remedy: `Give it a ${name}.` };
    }
  }
  // The record is walked, not the shape: a user has few of the members that it may have.
  for (const name of Object.keys(record)) {
    const expected = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
    const fault = expected === undefined ? undefined : findFault(record[name], expected, findings);
    if (fault !== undefined) return below(`.${name}`, fault);
  }
  return undefined;
}

const wrongType = (expected: string): Fault => ({
  path: '',
  problem: `must be ${expected}`,
  remedy: `Make it ${expected}, as Keycloak's export writes it, or leave it out.`,
});

const below = (step: string, fault: Fault): Fault => ({ ...fault, path: step + fault.path });

/** The value without members that are null. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNulls) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)])) as T;
}
