// The refusal of an account at an identity provider that another user is linked with.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { BrokeredIdentity } from '#protocol/realm/users/brokered-identity.ts';
import { DuplicateError, type StoredUser } from '#protocol/store/store.ts';
import { messageOf } from '../texts/message.ts';

/** Whether a user could not be stored because another one is linked with its account. */
export function isLinkTaken(error: unknown): boolean {
  return error instanceof DuplicateError && error.member === 'federatedIdentities';
}

/** Compat: Keycloak's message. `linked`: the other user, if known. */
export function alreadyLinked(
  { provider, username }: BrokeredIdentity,
  linked: Pick<StoredUser, 'username'> | undefined,
): OAuthError {
  const other = linked === undefined ? 'another user' : `user ${linked.username}`;
  return new OAuthError('invalid_request', {
    description: messageOf('identityProviderAlreadyLinkedMessage', provider).text,
    reason: `${username} of ${provider} is linked with ${other}.`,
    remedy: `Choose another account of ${provider}, or remove the link of ${other}.`,
    section: 'Keycloak account linking',
    userEventError: 'not_allowed',
  });
}
