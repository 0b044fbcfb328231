// Keys of the chosen realm: what there is, and making, changing and removing them as the realm's components.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { RealmKeyRepresentation } from '#protocol/contract/admin-api.ts';
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import { useApi, useRealm } from './api-context.tsx';
import { realmPath } from './realm.ts';

/** Type of the components that are keys. */
const KEY_PROVIDER = 'org.keycloak.keys.KeyProvider';

/** A key's component as the server gives it; secrets are masked. */
export type KeyComponent = ComponentRepresentation & { readonly id: string };

/** A key and the component it comes from. */
export interface RealmKeyRow {
  readonly key: RealmKeyRepresentation;
  readonly component: KeyComponent | undefined;
}

interface KeysWire {
  readonly active: Readonly<Record<string, string>>;
  readonly keys: readonly RealmKeyRepresentation[];
}

/** What is known of the keys. */
export interface RealmKeysView {
  readonly rows: readonly RealmKeyRow[];
  /** kid of the key that signs (or encrypts), by algorithm. */
  readonly active: Readonly<Record<string, string>>;
}

/** Path of a component. */
export function componentPath(realm: string, id: string): string {
  return `${realmPath(realm)}/components/${encodeURIComponent(id)}`;
}

/** Every key, the ones with the highest priority first. */
export function useRealmKeys(): UseQueryResult<RealmKeysView> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['keys', realm],
    queryFn: async ({ signal }) => {
      const path = `${realmPath(realm)}/components?${new URLSearchParams({ type: KEY_PROVIDER })}`;
      const [{ keys, active }, components] = await Promise.all([
        api.get<KeysWire>(`${realmPath(realm)}/keys`, signal),
        api.get<readonly KeyComponent[]>(path, signal),
      ]);
      const byId = new Map(components.map((component) => [component.id, component]));
      return { active, rows: keys.map((key) => ({ key, component: byId.get(key.providerId) })) };
    },
  });
}

/** The certificate that SAML messages are signed with, base64; undefined while the keys are not known. */
export function useSigningCertificate(): string | undefined {
  const keys = useRealmKeys().data;
  const kid = keys?.active['RS256'];
  return keys?.rows.find(({ key }) => key.kid === kid)?.key.certificate;
}

/** Fetches the certificates of the RS256 keys that may sign, as one PEM file. */
export function useLoadCertificates(): UseMutationResult<Blob, Error, void> {
  const api = useApi();
  const [realm] = useRealm();
  return useMutation({
    mutationFn: () => api.load(`/emulator/v1/realms/${encodeURIComponent(realm)}/certificates`),
  });
}

/** Makes a key, or takes the one that the config holds. */
export function useCreateKey(): UseMutationResult<string, Error, ComponentRepresentation> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (component) =>
      api.create(`${realmPath(realm)}/components`, { ...component, providerType: KEY_PROVIDER }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys', realm] }),
  });
}

/** Makes a new key for an algorithm and lets those before it only verify. */
export function useRotateKey(): UseMutationResult<RealmKeyRepresentation, Error, string> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (algorithm) => {
      const query = new URLSearchParams({ algorithm });
      const path = `/emulator/v1/realms/${encodeURIComponent(realm)}/keys/rotation?${query}`;
      return api.call<RealmKeyRepresentation>('POST', path);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys', realm] }),
  });
}

/** Saves a key's component. */
export function useSaveKey(): UseMutationResult<void, Error, KeyComponent> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (component) => api.send('PUT', componentPath(realm, component.id), component),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys', realm] }),
  });
}
