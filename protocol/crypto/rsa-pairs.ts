// Generates RSA key pairs on the thread pool; one can be prepared in advance, to speed up the first start.
import { generateKeyPair, type KeyPairKeyObjectResult } from 'node:crypto';
import { promisify } from 'node:util';

const generatePair = promisify(generateKeyPair);

/** Default key size of realms, in bits. */
const DEFAULT_MODULUS_LENGTH = 2048;

let spare: Promise<KeyPairKeyObjectResult> | undefined;

/** Starts generating the pair for the next caller of {@link takeRsaPair}, unless one is already available. */
export function beginRsaPair(): void {
  if (spare !== undefined) return;
  spare = generatePair('rsa', { modulusLength: DEFAULT_MODULUS_LENGTH });
  // A failure is reported to the caller that takes the pair.
  spare.catch(() => undefined);
}

/** Returns a pair that no other caller gets. */
export function takeRsaPair(modulusLength: number): Promise<KeyPairKeyObjectResult> {
  if (spare === undefined || modulusLength !== DEFAULT_MODULUS_LENGTH)
    return generatePair('rsa', { modulusLength });
  const taken = spare;
  spare = undefined;
  return taken;
}
