// Descriptions of identity providers, such as discovery documents or SAML metadata, and what providers need of this server.
import type { IdentityProvider } from '../view/identity-providers.ts';
import type { Realm } from '../view/realm.ts';

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

/**
 * The metadata of this server as XML for a provider; undefined: providers of its type get none.
 * @throws {OAuthError} for settings by which it cannot be signed.
 */
export type DescribeForProvider = (
  place: { readonly realm: Realm; readonly baseUrl: string },
  provider: IdentityProvider,
) => Promise<string | undefined>;
