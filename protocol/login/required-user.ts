// The only user who may complete a sign-in, by id or by the subject that a client knows.
import { derivePairwiseSubject, type PairwiseRule } from '#protocol/crypto/pairwise-subject.ts';
import type { StoredUser } from '#protocol/store/store.ts';

/** A pairwise subject cannot be traced back to its user, but each user's can be computed. OIDC Core §8.1. */
export type RequiredUser = { readonly id: string } | ({ readonly subject: string } & PairwiseRule);

/** Whether a request that requires `required` lets this user sign in. */
export function isRequiredUser(required: RequiredUser | undefined, { id }: Pick<StoredUser, 'id'>): boolean {
  if (required === undefined) return true;
  if ('id' in required) return required.id === id;
  return derivePairwiseSubject(required, id) === required.subject;
}
