// What a SAML stand-in says of a person: the name identifier, and attributes under the names that providers use.
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { SamlAttribute } from '#protocol/saml/messages/assertion.ts';
import { ATTRIBUTE_NAME_FORMATS, NAME_ID_FORMATS } from '#protocol/saml/xml-names.ts';
import { fingerprint, type StandInPerson } from '../person.ts';

/** In the requested format; without one, the username. SAML Core §8.3. */
export function nameIdOf(
  person: StandInPerson,
  format: string = NAME_ID_FORMATS.unspecified,
): { readonly value: string; readonly format: string } {
  const { id, email, username } = person;
  switch (format) {
    case NAME_ID_FORMATS.email:
      return { value: email || username, format };
    case NAME_ID_FORMATS.persistent:
      return { value: id ?? `G-${fingerprint(person).slice(0, 32)}`, format };
    case NAME_ID_FORMATS.transient:
      return { value: `_${createUuid()}`, format };
    default:
      return { value: id ?? username, format };
  }
}

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';

/**
 * Names of each value: plain, X.500 (RFC 4519, RFC 2798, RFC 2985) with the friendly name, and of Windows claims. A
 * friendly name is no other attribute's name, so that a mapper reads one value.
 */
const NAMES = [
  ['username', 'urn:oid:0.9.2342.19200300.100.1.1', 'uid', 'name'],
  ['email', 'urn:oid:0.9.2342.19200300.100.1.3', 'mail', 'emailaddress'],
  ['givenName', 'urn:oid:2.5.4.42', 'gn', 'givenname'],
  ['surname', 'urn:oid:2.5.4.4', 'sn', 'surname'],
] as const;

export function attributesOf(person: StandInPerson): readonly SamlAttribute[] {
  const values: Readonly<Record<(typeof NAMES)[number][0], string>> = {
    username: person.username,
    email: person.isEmailPrivate ? '' : person.email,
    givenName: person.firstName,
    surname: person.lastName,
  };
  const { basic, uri } = ATTRIBUTE_NAME_FORMATS;
  const usual = NAMES.filter(([name]) => values[name] !== '').flatMap(([name, oid, friendly, claim]) => [
    { name, nameFormat: basic, friendlyName: name, values: [values[name]] },
    { name: oid, nameFormat: uri, friendlyName: friendly, values: [values[name]] },
    { name: CLAIMS + claim, nameFormat: uri, friendlyName: undefined, values: [values[name]] },
  ]);
  const given = Object.entries(person.claims).map(([name, value]) => ({
    name,
    nameFormat: basic,
    friendlyName: undefined,
    values: (Array.isArray(value) ? value : [value]).map(String),
  }));
  const replaced = new Set(given.map(({ name }) => name));
  return [...usual.filter(({ name }) => !replaced.has(name)), ...given];
}
