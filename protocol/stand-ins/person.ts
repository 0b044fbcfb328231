// People whom one can be at a stand-in: those of the provider's settings, or some examples.
import { createHash } from 'node:crypto';
import { PEOPLE_SETTING, STAND_IN_EXAMPLES } from '#protocol/contract/stand-in-settings.ts';
import { isKeptObject, type KeptObject } from '#protocol/realm/kept-objects.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';

/** A person at a stand-in. */
export interface StandInPerson {
  /** Undefined: made from the address, in the form of the provider. */
  readonly id: string | undefined;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Whether the provider keeps the address from applications. */
  readonly isEmailPrivate: boolean;
  /** Further claims, which replace those of the provider. */
  readonly claims: KeptObject;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** What the address and the settings leave open follows from the address. */
export function toPerson(given: KeptObject): StandInPerson | undefined {
  const email = textOf(given['email']).toLowerCase();
  const id = textOf(given['id']);
  const username = textOf(given['username']) || email.slice(0, email.indexOf('@')) || id;
  if (username === '' || (email !== '' && !/^[^@\s]+@[^@\s]+$/.test(email))) return undefined;
  const [first = '', ...others] = username.split(/[._-]+/).map(capitalize);
  return {
    id: id === '' ? undefined : id,
    username,
    firstName: textOf(given['firstName']) || first,
    lastName: textOf(given['lastName']) || others.join(' ') || 'Example',
    email,
    emailVerified: given['emailVerified'] !== false,
    isEmailPrivate: given['emailPrivate'] === true,
    claims: isKeptObject(given['claims']) ? given['claims'] : {},
  };
}

const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The people of the setting; the examples if it has none. */
export function listPeople({ config }: IdentityProvider): readonly StandInPerson[] {
  const given = parse(config[PEOPLE_SETTING] ?? '');
  const people = Array.isArray(given)
    ? given.filter(isKeptObject).flatMap((each) => toPerson(each) ?? [])
    : [];
  return people.length > 0 ? people : STAND_IN_EXAMPLES.flatMap(toExample);
}

function toExample([firstName, lastName]: (typeof STAND_IN_EXAMPLES)[number]): readonly StandInPerson[] {
  const username = firstName.toLowerCase();
  return [toPerson({ username, firstName, lastName, email: `${username}@example.com` })].flatMap(
    (person) => person ?? [],
  );
}

/** Hexadecimal digits that are always the same for a person. */
export function fingerprint({ email, username }: StandInPerson): string {
  return createHash('sha256')
    .update(email || username)
    .digest('hex');
}
