// Previews of the tokens or the assertion that a user would get at a client.
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { NewTokenPreviewWire, TokenPreviewWire } from '#protocol/contract/token-preview.ts';
import { useApi, useRealm } from './api-context.tsx';

/** The preview; undefined `wanted` waits. Nothing is stored by it, so that it is a query. */
export function useTokenPreview(wanted: NewTokenPreviewWire | undefined): UseQueryResult<TokenPreviewWire> {
  const api = useApi();
  const [realm] = useRealm();
  const path = `/emulator/v1/realms/${encodeURIComponent(realm)}/token-preview`;
  return useQuery({
    queryKey: ['token-preview', realm, wanted],
    queryFn: () => api.call<TokenPreviewWire>('POST', path, wanted),
    enabled: wanted !== undefined,
    placeholderData: keepPreviousData,
    // Mappers, roles and users may have changed elsewhere.
    staleTime: 0,
    retry: false,
  });
}
