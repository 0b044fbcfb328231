// The request of a tab that an application has opened to link an account. Keycloak: client-initiated account linking.

import { redirectReply } from '#protocol/http/replies.ts';
import type { SignInProtocol, SignInRequest } from '../sign-in.ts';

/** Name of the row in the sign-in protocol table. */
export const ACCOUNT_LINKING = 'account-linking';

export interface LinkingData {
  /** Of the client, checked. */
  readonly redirectUri: string;
  readonly nonce: string;
}

export function linkingRequest(clientId: string, flow: string, data: LinkingData): SignInRequest {
  return { protocol: ACCOUNT_LINKING, clientId, passive: false, forceLogin: false, flow, data };
}

/** Where the browser goes when the account is not linked. `error`: Keycloak's name of it. */
export function failedLinkingUrl({ redirectUri, nonce }: LinkingData, error: string): string {
  const url = new URL(redirectUri);
  url.searchParams.append('link_error', error);
  url.searchParams.append('nonce', nonce);
  return url.href;
}

/** Where the application is; undefined for other requests. */
export function linkingDataOf({ protocol, data }: SignInRequest): LinkingData | undefined {
  return protocol === ACCOUNT_LINKING ? (data as LinkingData) : undefined;
}

/** A tab that is continued by the sign-in pages leads back without a link. */
export const linkingProtocol: SignInProtocol = {
  complete: async (_exchange, { data }) =>
    redirectReply(failedLinkingUrl(data as LinkingData, 'access_denied')),
  refuse: async (_exchange, { data }, { code }) => redirectReply(failedLinkingUrl(data as LinkingData, code)),
};
