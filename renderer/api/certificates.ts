// Certificates in words, and key pairs of clients.
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

/** What the certificates of a setting say; an empty text has none. */
export function useCertificates(text: string): UseQueryResult<readonly CertificateWire[]> {
  const api = useApi();
  return useQuery({
    queryKey: ['certificates', text],
    queryFn: () => api.sendText<readonly CertificateWire[]>('/emulator/v1/certificates', text),
    // The same text always says the same.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Key pairs that a client may have, by where their attributes begin. */
export type ClientKeyPair = 'saml.signing' | 'saml.encryption';

/** Makes a new key pair for a client; the one before is gone. */
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
