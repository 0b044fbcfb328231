// Which guides fit which client.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import type { ClientKind, Grant } from './guide.ts';

const isOidc = ({ protocol = 'openid-connect' }: ClientRepresentation): boolean =>
  protocol === 'openid-connect';

/** Confidential, with the secret that guides contain; other ways to authenticate need keys. */
const hasSecret = (client: ClientRepresentation): boolean =>
  client.publicClient !== true && (client.clientAuthenticatorType ?? 'client-secret') === 'client-secret';

const redirects = (client: ClientRepresentation): boolean =>
  isOidc(client) && client.bearerOnly !== true && client.standardFlowEnabled !== false;

const isOn = (client: ClientRepresentation, attribute: string): boolean =>
  client.attributes?.[attribute] === 'true';

const GRANTS: Readonly<Record<Grant, (client: ClientRepresentation) => boolean>> = {
  client_credentials: (client) => client.publicClient !== true && client.serviceAccountsEnabled === true,
  device: (client) => isOn(client, 'oauth2.device.authorization.grant.enabled'),
  ciba: (client) => client.publicClient !== true && isOn(client, 'oidc.ciba.grant.enabled'),
  password: (client) => client.directAccessGrantsEnabled === true,
};

const isGrant = (name: string): name is Grant => Object.hasOwn(GRANTS, name);

/** The grants without a redirect that the client may use. */
export function grantsOf(client: ClientRepresentation): readonly Grant[] {
  if (!isOidc(client) || client.bearerOnly === true) return [];
  if (client.publicClient !== true && !hasSecret(client)) return [];
  return Object.keys(GRANTS)
    .filter(isGrant)
    .filter((grant) => GRANTS[grant](client));
}

const KINDS: Readonly<Record<ClientKind, (client: ClientRepresentation) => boolean>> = {
  web: (client) => redirects(client) && hasSecret(client),
  browser: (client) => redirects(client) && client.publicClient === true,
  redirect: redirects,
  terminal: (client) => grantsOf(client).length > 0,
  api: (client) => isOidc(client) && client.bearerOnly === true,
  any: (client) => redirects(client) || grantsOf(client).length > 0,
  saml: ({ protocol }) => protocol === 'saml',
};

/** Whether guides of this kind fit the client. */
export function fitsKind(client: ClientRepresentation, kind: ClientKind): boolean {
  return KINDS[kind](client);
}
