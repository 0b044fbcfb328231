// The label `uri` of a request: the template of its route, in Keycloak's names.

/** Names of path parameters after a segment, where they are not those of our routes. */
const AFTER: Readonly<Record<string, string>> = {
  'client-scopes': 'client-scope-id',
  clients: 'client-uuid',
  components: 'id',
  consents: 'client',
  credentials: 'credentialId',
  'default-client-scopes': 'clientScopeId',
  'default-default-client-scopes': 'clientScopeId',
  'default-groups': 'groupId',
  'default-optional-client-scopes': 'clientScopeId',
  groups: 'group-id',
  models: 'id',
  'offline-sessions': 'clientUuid',
  'optional-client-scopes': 'clientScopeId',
  providers: 'providerId',
  roles: 'role-name',
  'roles-by-id': 'role-id',
  users: 'user-id',
  '{provider}': 'clientId',
};

/** Constant segments of our routes that are parameters of Keycloak's. */
const CONSTANTS =
  /(\/protocol\/)(?:openid-connect|saml|docker-v2)|(\/\.well-known\/)[^/]+|(\/clients-registrations\/)[^/:]+/;

function renameConstants(path: string): string {
  return path.replace(CONSTANTS, (_all, protocol?: string, wellKnown?: string, registrations?: string) => {
    if (protocol !== undefined) return `${protocol}{protocol}`;
    return wellKnown === undefined ? `${registrations ?? ''}{provider}` : `${wellKnown}{alias}`;
  });
}

/** `/realms/:realm/protocol/openid-connect/token` is `/realms/{realm}/protocol/{protocol}/token`. */
export function routeTemplate(routePath: string): string {
  if (routePath === '/') return 'root';
  const segments = renameConstants(routePath).split('/');
  return segments
    .map((segment, index) => {
      if (!/^[:*]/.test(segment)) return segment;
      return `{${AFTER[segments[index - 1] ?? ''] ?? segment.slice(1)}}`;
    })
    .join('/');
}

/** `uri` of a request that matched no route, so that callers cannot create series. Compat: Micrometer's names. */
export function templateWithoutRoute(status: number): string {
  if (status === 404) return 'NOT_FOUND';
  return status >= 300 && status < 400 ? 'REDIRECTION' : 'UNKNOWN';
}
