// The interface by which SAML previews assertions for the admin API.
import type { PreviewedSignInWire } from '#protocol/contract/token-preview.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { StoredUser, UserSession } from '#protocol/store/store.ts';
import type { IssueContext } from '../token-issuer.ts';

/** A sign-in at a service provider without a request of it. */
export interface AssertedSignIn {
  readonly client: Client;
  readonly user: StoredUser;
  /** Not stored. */
  readonly session: UserSession;
}

export interface AssertionPreviews {
  /**
   * The assertion with the cause of each part, neither signed nor encrypted. Stores nothing and reads no key.
   * @throws {SamlStatusError} when the sign-in would fail.
   */
  preview(context: IssueContext, signIn: AssertedSignIn): Promise<PreviewedSignInWire>;
  /** A complete response, indented. Works for clients of every protocol. @throws as `preview`. */
  previewResponse(context: IssueContext, signIn: AssertedSignIn): Promise<string>;
}
