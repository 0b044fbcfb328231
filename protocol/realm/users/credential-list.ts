// A user's credentials as APIs list them: each with an id, without secrets, in the order in which they are offered.
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StoredUser } from '#protocol/store/store.ts';

export type IdentifiedCredential = CredentialRepresentation & { readonly id: string };

/** A plain password from a realm file has no id until it is hashed. */
export function listCredentials({ credentials }: Pick<StoredUser, 'credentials'>): IdentifiedCredential[] {
  return (credentials ?? []).map((credential, index) => ({
    ...credential,
    id: credential.id ?? `unhashed-${index}`,
  }));
}

/** Without the hash, and without a plain password that is not hashed yet. */
export function withoutSecrets({
  secretData,
  value,
  ...rest
}: CredentialRepresentation): CredentialRepresentation {
  return rest;
}

/** Puts a credential after another one, or first. Undefined if the user lacks one of them. */
export function moveCredential(
  user: StoredUser,
  id: string,
  previous: string | undefined,
): StoredUser | undefined {
  const credentials = listCredentials(user);
  const moved = credentials.find((credential) => credential.id === id);
  if (moved === undefined) return undefined;
  const others = credentials.filter((credential) => credential !== moved);
  const place = previous === undefined ? 0 : others.findIndex((credential) => credential.id === previous) + 1;
  if (previous !== undefined && place === 0) return undefined;
  return { ...user, credentials: others.toSpliced(place, 0, moved) };
}
