// User codes: read on one device and entered on another.
import { createTextOf } from '#protocol/crypto/identifiers.ts';

/**
 * Consonants without look-alikes: codes spell no words, and a misread character maps to one letter. 8 of 19
 * letters give 34 bits, enough because wrong codes are limited. RFC 8628 §6.1.
 */
const LETTERS = 'BCDFGHJKLMNPRSTVWXZ';
const LENGTH = 8;
const HALF = LENGTH / 2;

/** Characters that users read or type in place of a letter. */
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
/** Longer input is rejected. */
const MAX_TYPED = 64;

/** A new user code in stored form: letters only. */
export function createUserCode(): string {
  return createTextOf(LETTERS, LENGTH);
}

/** The code as displayed. Compat: `XXXX-XXXX`, as in Keycloak. */
export function formatUserCode(code: string): string {
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`;
}

/**
 * Converts input to the stored form; undefined if it cannot be a code. Case, width, spaces and punctuation
 * are ignored, and look-alikes are replaced. RFC 8628 §6.1.
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
