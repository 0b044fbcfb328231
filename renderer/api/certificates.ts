// Decoded certificates, and key pairs of clients.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CertificateWire, ClientCertificateRepresentation } from '#protocol/contract/admin-api.ts';
import { useApi, useRealm } from './api-context.tsx';
import { clientsPath } from './clients.ts';

/** The decoded certificates of a setting; an empty text has none. */
export function useCertificates(text: string): UseQueryResult<readonly CertificateWire[]> {
  const api = useApi();
  return useQuery({
    queryKey: ['certificates', text],
    queryFn: () => api.sendText<readonly CertificateWire[]>('/emulator/v1/certificates', text),
    // The result depends on the text alone.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Key pairs of a client, as the prefix of their attributes. */
export type ClientKeyPair = 'saml.signing' | 'saml.encryption';

/** Generates a key pair for a client and replaces its previous one. */
export function useGenerateKeyPair(
  clientUuid: string,
  pair: ClientKeyPair,
): UseMutationResult<ClientCertificateRepresentation, Error, void> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.call<ClientCertificateRepresentation>(
        'POST',
        `${clientsPath(realm)}/${encodeURIComponent(clientUuid)}/certificates/${pair}/generate`,
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['clients', realm] }),
  });
}
