// RSA key pairs, made on the thread pool. One can be begun before it is known which realm needs it: it takes longer than the rest of a first start.
import { generateKeyPair, type KeyPairKeyObjectResult } from 'node:crypto';
import { promisify } from 'node:util';

const generatePair = promisify(generateKeyPair);

/** Size of the keys that a realm gets by default. */
const DEFAULT_MODULUS_LENGTH = 2048;

let spare: Promise<KeyPairKeyObjectResult> | undefined;

/** Begins the pair that the next caller of {@link takeRsaPair} gets, unless one is there. */
export function beginRsaPair(): void {
  if (spare !== undefined) return;
  spare = generatePair('rsa', { modulusLength: DEFAULT_MODULUS_LENGTH });
  // Reported to the caller who takes it; until then a failure is nobody's.
  spare.catch(() => undefined);
}

/** A pair that nobody else has or gets. */
export function takeRsaPair(modulusLength: number): Promise<KeyPairKeyObjectResult> {
  if (spare === undefined || modulusLength !== DEFAULT_MODULUS_LENGTH)
    return generatePair('rsa', { modulusLength });
  const taken = spare;
  spare = undefined;
  return taken;
}
