// Client descriptions in other formats, such as SAML metadata or registration metadata, and their conversion.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StoredRealm } from '#protocol/store/store.ts';

/** A description that cannot be converted. The message names the fault and the fix, and is safe to send. */
export class ClientDescriptionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ClientDescriptionError';
  }
}

interface DescriptionContext {
  readonly realm: StoredRealm;
  /** Milliseconds on the realm's clock. */
  readonly now: number;
  /** Which client to read from a description of several; undefined for a new client. */
  readonly clientId?: string | undefined;
}

export interface ClientDescriptionConverter {
  /** For people: `SAML metadata of a service provider`. */
  readonly format: string;
  /** Whether the text looks like this format; the first converter to return true is used. */
  reads(text: string): boolean;
  /** The client without defaults. @throws {ClientDescriptionError} for a fault in the text. */
  convert(text: string, context: DescriptionContext): Promise<ClientRepresentation>;
}
