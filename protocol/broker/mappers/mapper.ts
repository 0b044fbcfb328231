// What all types of mappers share: what they read, and what they say about a user.

import { USER_CLAIMS_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { findGroupByKeycloakPath, findGroupByPath } from '#protocol/realm/groups/group-tree.ts';
import type {
  IdentityProvider,
  IdentityProviderMapper,
  SyncMode,
} from '#protocol/realm/view/identity-providers.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { roleFromText } from '#protocol/realm/view/role-from-text.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';

/** Claims by name: of a token, or of the answer of a userinfo endpoint. */
export type ClaimSource = Readonly<Record<string, unknown>>;

/** An attribute of a SAML assertion. */
export interface SamlAttribute {
  readonly name: string;
  readonly friendlyName?: string | undefined;
  readonly values: readonly string[];
  /** The elements of the values, in the same order. */
  readonly elements?: readonly XmlElement[];
}

/** What the provider has said of a person, before the mappers. */
export interface ProviderAnswer {
  /** The person's id at the provider. */
  readonly id: string;
  /** The person's name at the provider; empty if the provider sends none. */
  readonly username: string;
  readonly email?: string | undefined;
  /** The claim `email_verified`; undefined: the provider does not send it. */
  readonly emailVerified?: boolean | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** In the order of Keycloak's lookup: verified access token (if it is a JWT), ID token, userinfo or profile. */
  readonly claims: readonly ClaimSource[];
  /** SAML only. */
  readonly attributes?: readonly SamlAttribute[];
  /** SAML only: the NameID, if `id` is something else. */
  readonly nameId?: string;
  /** The token response. */
  readonly token?: string;
  /** Session notes by name. */
  readonly notes?: Readonly<Record<string, string>>;
}

export interface MapperInput {
  readonly realm: Realm;
  readonly provider: IdentityProvider;
  readonly mapper: IdentityProviderMapper;
  readonly answer: ProviderAnswer;
}

/** What a mapper changes. */
export type MapperEffect =
  /** An attribute, or `username`, `email`, `firstName`, `lastName`; without values it is removed. */
  | { readonly kind: 'attribute'; readonly name: string; readonly values: readonly string[] }
  /** `role`: a realm role, or `client.role`. */
  | { readonly kind: 'role'; readonly role: string; readonly isHeld: boolean }
  /** `group`: its path. */
  | { readonly kind: 'group'; readonly group: string; readonly isHeld: boolean }
  /** A note of the session. `isAlways`: whatever the sync mode. */
  | { readonly kind: 'note'; readonly name: string; readonly value: string; readonly isAlways: boolean }
  /** What the account at the provider is found by, and its name. */
  | { readonly kind: 'account'; readonly member: 'id' | 'username'; readonly value: string };

export interface MapperResult {
  readonly effects: readonly MapperEffect[];
  /** What the mapper did, or why it did nothing: a sentence. */
  readonly said: string;
}

export interface MapperRow {
  readonly apply: (input: MapperInput) => MapperResult;
  /** What Keycloak does in the mode LEGACY; LEGACY itself: roles that are not held are removed, none are granted. */
  readonly legacy: SyncMode;
}

export function passedOver(why: string): MapperResult {
  return { effects: [], said: `Not applied: ${why}.` };
}

/** The role of the mapper's setting `role`. */
export function decideRole({ realm, mapper }: MapperInput, isHeld: boolean): MapperResult {
  const { role } = mapper.config;
  if (role === undefined) return passedOver('its setting role is missing');
  if (roleFromText(realm, role) === undefined) return passedOver(`the realm has no role ${role}`);
  return { effects: [{ kind: 'role', role, isHeld }], said: sayWhether(`role ${role}`, isHeld) };
}

/** The group of the mapper's setting `group`. */
export function decideGroup({ realm, mapper }: MapperInput, isHeld: boolean): MapperResult {
  const { group } = mapper.config;
  if (group === undefined) return passedOver('its setting group is missing');
  const { groups } = realm.stored;
  const placed = findGroupByPath(groups, group) ?? findGroupByKeycloakPath(groups, group);
  if (placed === undefined) return passedOver(`the realm has no group ${group}`);
  return {
    effects: [{ kind: 'group', group: placed.path, isHeld }],
    said: sayWhether(`group ${placed.path}`, isHeld),
  };
}

const sayWhether = (what: string, isHeld: boolean): string =>
  isHeld ? `The user gets ${what}.` : `The user does not get ${what}: the provider's values do not match.`;

/** Attributes that are members of the identity. Compat: their names are found in any case. */
const MEMBERS = ['email', 'firstName', 'lastName'] as const;

/** Values for an attribute of the user. `source`: what the values are read from. */
export function setAttribute(given: string, values: readonly string[], source: string): MapperResult {
  if (given === USER_CLAIMS_ATTRIBUTE)
    return passedOver(
      `only administrators of the server set the attribute ${given}, which decides what tokens say`,
    );
  const name = MEMBERS.find((member) => member.toLowerCase() === given.toLowerCase()) ?? given;
  const said =
    values.length === 0 ? `The provider sends no ${source} for ${name}.` : `Sets ${name} from ${source}.`;
  return { effects: [{ kind: 'attribute', name, values }], said };
}
