// The signing key of a compared server: generated at its first start, read from its folder afterwards.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A 2048-bit RSA key, stored in `BENCH_DATA`. */
export function loadSigningKey() {
  const folder = process.env.BENCH_DATA;
  const path = join(folder, 'key.pem');
  if (existsSync(path)) return createPrivateKey(readFileSync(path));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return privateKey;
}
