// Signature and encryption algorithms as options, each with its type of key.
import {
  CONTENT_ENCRYPTION_ALGORITHMS as CONTENT_ENCRYPTION_NAMES,
  KEY_ENCRYPTION_ALGORITHMS as KEY_ENCRYPTION_NAMES,
  KEY_PAIR_ALGORITHMS,
  SIGNATURE_ALGORITHMS as SIGNATURE_NAMES,
} from '#protocol/contract/settings/algorithms.ts';
import type { Choice } from '../ui/field.ts';

/** Type of key by algorithm. */
const KEYS: Readonly<Record<string, string>> = {
  RS: 'RSA',
  PS: 'RSA-PSS',
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  EdDSA: 'Ed25519',
  HS: 'shared secret',
};

const choice = (value: string): Choice => {
  const key = KEYS[value] ?? KEYS[value.slice(0, 2)];
  return { value, label: key === undefined ? value : `${value}, ${key}` };
};

/** Signature algorithms for key pairs. */
export const SIGNATURE_ALGORITHMS: readonly Choice[] = KEY_PAIR_ALGORITHMS.map(choice);

/** Signature algorithms for shared secrets. */
export const SECRET_ALGORITHMS: readonly Choice[] = SIGNATURE_NAMES.filter((name) =>
  name.startsWith('HS'),
).map(choice);

/** Key management algorithms of encrypted tokens. */
export const KEY_ENCRYPTION_ALGORITHMS: readonly Choice[] = KEY_ENCRYPTION_NAMES.map((value) => ({
  value,
  label: value,
}));

/** Content encryption algorithms of encrypted tokens. */
export const CONTENT_ENCRYPTION_ALGORITHMS: readonly Choice[] = CONTENT_ENCRYPTION_NAMES.map((value) => ({
  value,
  label: value,
}));
