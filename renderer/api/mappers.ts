// Protocol mappers of a client or client scope.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ProtocolMapperRepresentation } from '#protocol/contract/realm-representation.ts';
import { useApi } from './api-context.tsx';

/** A mapper from the server, which always has an id. */
export type StoredMapper = ProtocolMapperRepresentation & { readonly id: string };

/** Path of the mappers of the client or client scope at `owner`. */
export function mappersPath(owner: string): string {
  return `${owner}/protocol-mappers/models`;
}

/** Key of the list of mappers. */
export function mappersKey(owner: string): readonly unknown[] {
  return ['mappers', owner];
}

/** Every mapper of the client or client scope whose path is `owner`. */
export function useMappers(owner: string): UseQueryResult<readonly StoredMapper[]> {
  const api = useApi();
  return useQuery({
    queryKey: mappersKey(owner),
    queryFn: ({ signal }) => api.get<readonly StoredMapper[]>(mappersPath(owner), signal),
  });
}

/** Creates a mapper. Resolves to its id. */
export function useCreateMapper(
  owner: string,
): UseMutationResult<string, Error, ProtocolMapperRepresentation> {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mapper) => api.create(mappersPath(owner), mapper),
    onSuccess: () => queries.invalidateQueries({ queryKey: mappersKey(owner) }),
  });
}

export function useSaveMapper(owner: string): UseMutationResult<void, Error, StoredMapper> {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mapper) => api.send('PUT', `${mappersPath(owner)}/${encodeURIComponent(mapper.id)}`, mapper),
    onSuccess: () => queries.invalidateQueries({ queryKey: mappersKey(owner) }),
  });
}
