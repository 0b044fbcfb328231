// What Keycloak refuses in the settings of an identity provider.

import { findNamedFlow } from '#protocol/realm/flows/flow-tree.ts';
import type { KeptObject } from '#protocol/realm/kept-objects.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { badRequest, invalid } from '../admin-error.ts';

/** Keycloak's names of the addresses in `config`. */
const ADDRESSES: Readonly<Record<string, string>> = {
  authorizationUrl: 'authorization_url',
  tokenUrl: 'token_url',
  userInfoUrl: 'userinfo_url',
  tokenIntrospectionUrl: 'tokenIntrospection_url',
  jwksUrl: 'jwks_url',
  logoutUrl: 'logout_url',
  singleSignOnServiceUrl: 'singleSignOnServiceUrl',
  singleLogoutServiceUrl: 'singleLogoutServiceUrl',
  artifactResolutionServiceUrl: 'artifactResolutionServiceUrl',
};

const FLOWS = ['firstBrokerLoginFlowAlias', 'postBrokerLoginFlowAlias'] as const;

/** The address of this server, which is not known here. */
const PLACEHOLDER = /^\$\{[^}]+\}/;

/** Compat: spaces only. @throws {AdminError} 400. */
export function checkAlias(alias: unknown): void {
  if (/\s/.test(String(alias))) throw badRequest('Empty Space not allowed.');
}

/** @throws {AdminError} 400 for a flow that the realm does not have, and for an address that is none. */
export function checkProvider(realm: Realm, input: KeptObject): void {
  for (const member of FLOWS) {
    const alias = input[member];
    if (typeof alias === 'string' && alias.trim() !== '' && findNamedFlow(realm, alias) === undefined)
      throw invalid(`No available authentication flow with alias: ${alias}`);
  }
  for (const [member, name] of Object.entries(ADDRESSES)) checkAddress(member, name, configOf(input)[member]);
}

const configOf = ({ config }: KeptObject): KeptObject => (config ?? {}) as KeptObject;

function checkAddress(member: string, name: string, value: unknown): void {
  if (typeof value !== 'string' || value.trim() === '') return;
  const url = value.trim().replace(PLACEHOLDER, 'http://localhost');
  if (!URL.canParse(url)) throw invalid(`The url [${name}] is malformed (config.${member})`);
  if (!/^https?:$/.test(new URL(url).protocol))
    throw invalid(`Invalid protocol/scheme for url [${name}] (config.${member})`);
}
