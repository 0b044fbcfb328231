// Pairwise subjects: a different one for each user and sector (OIDC Core §8.1).
import { createHash } from 'node:crypto';

/** What a client's pairwise subjects depend on besides the user. */
export interface PairwiseRule {
  /** Host of the sector identifier. */
  readonly sector: string;
  readonly salt: string;
}

/** Compat: Keycloak's subject: SHA-256 of sector, user and salt as a name-based UUID (version 3). */
export function derivePairwiseSubject({ sector, salt }: PairwiseRule, userId: string): string {
  const digest = createHash('sha256').update(sector).update(userId).update(salt).digest();
  const bytes = createHash('md5').update(digest).digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x30;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
