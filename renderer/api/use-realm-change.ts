// A change of a part of the selected realm.
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRealm } from './api-context.tsx';

/** A part of a realm: its path, and the key of its queries. */
interface RealmPart {
  readonly path: (realm: string) => string;
  readonly key: (realm: string) => readonly unknown[];
}

/** Loads the part again, even after a rejected change: what is displayed is out of date then. */
export function useRealmChange<Input, Result>(
  { path, key }: RealmPart,
  change: (input: Input, path: string) => Promise<Result>,
): UseMutationResult<Result, Error, Input> {
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input) => change(input, path(realm)),
    onSettled: () => queries.invalidateQueries({ queryKey: key(realm) }),
  });
}
