// A client of protocol `saml` as the profiles read it: a service provider with its settings parsed.
import type { KeyObject } from 'node:crypto';
import type { Client } from '#protocol/realm/realm.ts';

/** A service provider. */
export interface ServiceProvider {
  readonly client: Client;
  /** Its entity identifier, which is the clientId. */
  readonly entityId: string;
  /** Whether its messages must be signed (`saml.client.signature`). */
  readonly mustSign: boolean;
  /** What its signatures are verified with: certificates of `saml.signing.certificate` that are valid now. */
  readonly verificationKeys: readonly KeyObject[];
}
