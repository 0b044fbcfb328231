// User codes: what a person reads on one device and types on another.
import { createTextOf } from '#protocol/crypto/identifiers.ts';

/**
 * Consonants that look like no other of them, so that no code is a word and every misreading has one meaning; 8 of 19 letters are 34 bits,
 * which the limit on wrong codes keeps from being searched. RFC 8628 §6.1.
 */
const LETTERS = 'BCDFGHJKLMNPRSTVWXZ';
const LENGTH = 8;
const HALF = LENGTH / 2;

/** What people read or type in place of a letter. */
const MISREAD: Readonly<Record<string, string>> = {
  '0': 'D',
  O: 'D',
  Q: 'D',
  '1': 'L',
  I: 'L',
  '2': 'Z',
  '5': 'S',
  '6': 'G',
  '8': 'B',
  U: 'V',
  Y: 'V',
};

const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);
/** Longer texts are not looked at. */
const MAX_TYPED = 64;

/** A new user code, as it is kept: letters alone. */
export function createUserCode(): string {
  return createTextOf(LETTERS, LENGTH);
}

/** The code as it is shown: two halves with a dash. Compat: `XXXX-XXXX`, as Keycloak's. */
export function formatUserCode(code: string): string {
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`;
}

/**
 * What a person typed, as it is kept; undefined when it cannot be a code. Case, width, blanks and punctuation do not matter, and look-alikes
 * are taken for the letter they look like. RFC 8628 §6.1.
 */
export function parseUserCode(typed: string): string | undefined {
  if (typed.length > MAX_TYPED) return undefined;
  const characters =
    typed
      .normalize('NFKC')
      .toUpperCase()
      .match(/[\p{L}\p{N}]/gu) ?? [];
  const code = characters.map((character) => MISREAD[character] ?? character).join('');
  return CODE.test(code) ? code : undefined;
}
