// What of samlify is used here: its own declarations do not pass the compiler's check of libraries.

interface SpMetadata {
  getEntityID(): string;
  isAuthnRequestSigned(): boolean;
  isWantAssertionsSigned(): boolean;
  getNameIDFormat(): string | readonly string[] | null;
  /** Without a binding: every service, its attributes with a small first letter. */
  getSingleLogoutService(binding: undefined): unknown;
  getAssertionConsumerService(binding: undefined): unknown;
}

export function ServiceProvider(settings: { readonly metadata: string }): { readonly entityMeta: SpMetadata };
