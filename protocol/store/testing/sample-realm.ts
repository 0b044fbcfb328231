// A realm with two users, for the conformance tests.
import { DuplicateError, type StoredRealm, type StoredUser } from '../store.ts';

export const demo: StoredRealm = { id: 'demo-id', realm: 'demo' };
export const alice: StoredUser = { id: 'u1', username: 'alice', email: 'Alice@Example.org' };
export const bob: StoredUser = { id: 'u2', username: 'bob' };

/** Whether an error says that a member of this name is taken. */
export const taken: (member: string) => (error: unknown) => boolean = (member) => (error) =>
  error instanceof DuplicateError && error.member === member;
