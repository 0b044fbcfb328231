// The clients and users that fixes create, as the admin API receives them.
import type { FixWire } from '#protocol/contract/fixes.ts';
import type { ClientRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';

/** What a client must be allowed to do for a grant, by `grant_type`. */
const GRANT_SETTINGS: Readonly<Record<string, Partial<ClientRepresentation>>> = {
  password: { directAccessGrantsEnabled: true },
  client_credentials: { serviceAccountsEnabled: true },
  'urn:ietf:params:oauth:grant-type:device_code': {
    attributes: { 'oauth2.device.authorization.grant.enabled': 'true' },
  },
  'urn:openid:params:grant-type:ciba': { attributes: { 'oidc.ciba.grant.enabled': 'true' } },
  'urn:ietf:params:oauth:grant-type:token-exchange': {
    attributes: { 'standard.token.exchange.enabled': 'true' },
  },
};

function redirectSettings({ value }: FixWire): Partial<ClientRepresentation> {
  return value === undefined ? {} : { redirectUris: [value] };
}

function createOidcClient(fix: FixWire, isPublic: boolean): ClientRepresentation {
  const { client: clientId = '', grant } = fix;
  const usesBrowser = grant === undefined || GRANT_SETTINGS[grant] === undefined;
  return {
    clientId,
    protocol: 'openid-connect',
    publicClient: isPublic,
    standardFlowEnabled: usesBrowser,
    directAccessGrantsEnabled: false,
    ...redirectSettings(fix),
    ...(usesBrowser ? { webOrigins: ['+'] } : {}),
    ...(grant === undefined ? {} : GRANT_SETTINGS[grant]),
  };
}

/** A representation by kind of fix; `entered` is the secret or password. */
const CREATORS = {
  'create-public-client': (fix) => createOidcClient(fix, true),
  'create-confidential-client': (fix, secret) => ({
    ...createOidcClient(fix, false),
    ...(secret === undefined ? {} : { secret }),
  }),
  'create-saml-client': (fix) => ({
    clientId: fix.client ?? '',
    protocol: 'saml',
    ...redirectSettings(fix),
    attributes: { 'saml.client.signature': 'false' },
  }),
  'create-user': (fix, password) => ({
    username: fix.user ?? '',
    enabled: true,
    // None, not the realm's default actions: the refused sign-in must succeed.
    requiredActions: [],
    ...(password === undefined ? {} : { credentials: [{ type: 'password', value: password }] }),
  }),
} as const satisfies Readonly<
  Record<string, (fix: FixWire, entered: string | undefined) => ClientRepresentation | UserRepresentation>
>;

/** @throws {TypeError} for a fix that creates nothing. */
export function createSettings(
  fix: FixWire,
  entered: string | undefined,
): ClientRepresentation | UserRepresentation {
  const { kind } = fix;
  if (!Object.hasOwn(CREATORS, kind)) throw new TypeError(`${kind} creates nothing`);
  return CREATORS[kind as keyof typeof CREATORS](fix, entered);
}
