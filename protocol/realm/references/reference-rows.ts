// Every place where a realm file refers to something by name: what follows when that is renamed or removed.

/** What is referred to. A flow's id occurs where Keycloak binds a flow to a client. */
export type ReferenceKind =
  | 'client'
  | 'client scope'
  | 'realm role'
  | 'client role'
  | 'group'
  | 'user'
  | 'flow'
  | 'flow id'
  | 'authenticator config'
  | 'identity provider';

/** How a reference is written, if not as a name alone. */
export type ReferenceForm =
  /** A client role as `client.role`, a realm role as its name. */
  | 'dotted'
  /** The same with a slash: `client/role`. */
  | 'slashed';

/** One place with references. */
export interface ReferenceRow {
  /** See {@link parseLocation}. A client role belongs to the client that is the innermost key. */
  readonly at: string;
  readonly to: readonly ReferenceKind[];
  readonly form?: ReferenceForm;
  /** A reference to something that is gone stays: Keycloak accepts it, and the rest of the object is still valid. */
  readonly staysWhenGone?: true;
  /** Keycloak accepts an id in place of the name. */
  readonly mayBeId?: true;
  /** Only what the same file defines counts, not what Keycloak adds to every realm. */
  readonly noBuiltIn?: true;
}

type Options = Omit<ReferenceRow, 'at' | 'to'>;

const row = (to: ReferenceKind, at: string, options: Options = {}): ReferenceRow => ({
  at,
  to: [to],
  ...options,
});

/** Roles that a user or a group has. */
const grants = (holder: string): ReferenceRow[] => [
  row('realm role', `${holder}.realmRoles[]`),
  row('client', `${holder}.clientRoles{key}`),
  row('client role', `${holder}.clientRoles{}[]`),
];

/** Roles that a role contains. */
const composites = (role: string): ReferenceRow[] => [
  row('realm role', `${role}.composites.realm[]`),
  row('client', `${role}.composites.client{key}`),
  row('client role', `${role}.composites.client{}[]`),
];

const user = (list: string): ReferenceRow[] => [
  row('client', `${list}[]!.serviceAccountClientId`),
  ...grants(`${list}[]`),
  row('group', `${list}[].groups[]`),
  row('client', `${list}[].clientConsents[]!.clientId`),
  // A client that users consent to as a whole is listed like a scope.
  { at: `${list}[].clientConsents[].grantedClientScopes[]`, to: ['client scope', 'client'] },
];

const POLICY = 'clients[].authorizationSettings.policies[].config';

/** References of a realm's users. */
export const USER_REFERENCES: readonly ReferenceRow[] = [
  ...user('users'),
  // Another provider that gets the alias later has other people with the same ids.
  row('identity provider', 'users[].federatedIdentities[]!.identityProvider'),
];

/** References of everything else in a realm. */
export const REALM_REFERENCES: readonly ReferenceRow[] = [
  row('client', 'roles.client{key}'),
  ...composites('roles.realm[]'),
  ...composites('roles.client{}[]'),
  ...composites('defaultRole'),
  row('realm role', 'defaultRole.name'),
  ...grants('groups[**]'),
  row('group', 'defaultGroups[]'),
  ...['defaultDefaultClientScopes', 'defaultOptionalClientScopes'].map((list) =>
    row('client scope', `${list}[]`),
  ),
  ...['defaultClientScopes', 'optionalClientScopes'].map((list) =>
    row('client scope', `clients[].${list}[]`),
  ),
  ...['scopeMappings[]!', 'clientScopeMappings{}[]!'].flatMap((mapping) => [
    row('client', `${mapping}.client`),
    row('client scope', `${mapping}.clientScope`),
  ]),
  row('realm role', 'scopeMappings[].roles[]'),
  row('client', 'clientScopeMappings{key}'),
  row('client role', 'clientScopeMappings{}[].roles[]'),
  row('flow id', 'clients[].authenticationFlowBindingOverrides{}'),
  ...[
    'browserFlow',
    'registrationFlow',
    'directGrantFlow',
    'resetCredentialsFlow',
    'clientAuthenticationFlow',
    'dockerAuthenticationFlow',
    'firstBrokerLoginFlow',
    'identityProviders[].firstBrokerLoginFlowAlias',
    'identityProviders[].postBrokerLoginFlowAlias',
  ].map((at) => row('flow', at)),
  row('flow', 'authenticationFlows[].authenticationExecutions[]!.flowAlias', { noBuiltIn: true }),
  row('authenticator config', 'authenticationFlows[].authenticationExecutions[].authenticatorConfig'),
  row('identity provider', 'identityProviderMappers[].identityProviderAlias', { staysWhenGone: true }),
  {
    at: 'identityProviderMappers[].config.role',
    to: ['client', 'client role', 'realm role'],
    form: 'dotted',
    staysWhenGone: true,
  },
  row('group', 'identityProviderMappers[].config.group', { staysWhenGone: true }),
  row('identity provider', 'organizations[].identityProviders[]!.alias'),
  row('user', 'organizations[].members[]!.username'),
  {
    at: `${POLICY}.roles<json>[]!.id`,
    to: ['client', 'client role', 'realm role'],
    form: 'slashed',
    mayBeId: true,
  },
  row('group', `${POLICY}.groups<json>[]!.path`),
  row('client', `${POLICY}.clients<json>[]`, { mayBeId: true }),
  row('client scope', `${POLICY}.clientScopes<json>[]!.id`, { mayBeId: true }),
  row('user', `${POLICY}.users<json>[]`, { mayBeId: true }),
  ...user('federatedUsers'),
  // Members of Keycloak 1, which an import reads again.
  row('client', 'applications[]!.name'),
  row('client', 'oauthClients[]!.name'),
  row('realm role', 'defaultRoles[]'),
];
