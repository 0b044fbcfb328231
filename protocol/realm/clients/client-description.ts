// Descriptions of clients in the formats of others (metadata of service providers, registration metadata), and how one becomes a client.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StoredRealm } from '#protocol/store/store.ts';

/** A description that cannot be taken; the message names the part and the remedy, and is safe to send. */
export class ClientDescriptionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ClientDescriptionError';
  }
}

/** For which realm, and when, a description is read. */
interface DescriptionContext {
  readonly realm: StoredRealm;
  /** Milliseconds on the realm's clock. */
  readonly now: number;
  /** Client that the description is for, where it may describe several; undefined: a new one. */
  readonly clientId?: string | undefined;
}

/** One format of descriptions. */
export interface ClientDescriptionConverter {
  /** What a person calls it: `SAML metadata of a service provider`. */
  readonly format: string;
  /** Whether the text looks like this format; the first that says so converts it. */
  reads(text: string): boolean;
  /** The client as one would create it, without defaults. @throws {ClientDescriptionError} for a fault in the text. */
  convert(text: string, context: DescriptionContext): Promise<ClientRepresentation>;
}
