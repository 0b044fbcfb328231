// Descriptions of identity providers, such as discovery documents or SAML metadata, and their conversion to settings.

/** What reads the description of providers of some types. */
export interface ProviderDescriptionReader {
  /** For people: `discovery document of an OpenID provider`. */
  readonly format: string;
  /** Types of identity providers: `oidc`. */
  readonly types: readonly string[];
  /** Media types of the document. */
  readonly accept: string;
  /**
   * Settings of an identity provider. `now`: milliseconds on the realm's clock.
   * @throws {ClientDescriptionError} for a fault in the text.
   */
  read(text: string, now: number): Readonly<Record<string, string>>;
}
