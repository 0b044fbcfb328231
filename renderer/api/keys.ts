// Keys of the selected realm, and their components.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { RealmKeyRepresentation } from '#protocol/contract/admin-api.ts';
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { useApi, useRealm } from './api-context.tsx';
import { realmPath } from './realm.ts';

/** A key's component from the server, with masked secrets. */
export type KeyComponent = ComponentRepresentation & { readonly id: string };

/** A key and its component. */
export interface RealmKeyRow {
  readonly key: RealmKeyRepresentation;
  readonly component: KeyComponent | undefined;
}

interface KeysWire {
  readonly active: Readonly<Record<string, string>>;
  readonly keys: readonly RealmKeyRepresentation[];
}

/** The realm's keys. */
export interface RealmKeysView {
  readonly rows: readonly RealmKeyRow[];
  /** Key ID of the key that signs (or encrypts), by algorithm. */
  readonly active: Readonly<Record<string, string>>;
}

export function componentPath(realm: string, id: string): string {
  return `${realmPath(realm)}/components/${encodeURIComponent(id)}`;
}

/** Every key, by descending priority. */
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

/** The certificate of the key that signs SAML messages, base64; undefined while the keys are loading. */
export function useSigningCertificate(): string | undefined {
  const keys = useRealmKeys().data;
  const kid = keys?.active['RS256'];
  return keys?.rows.find(({ key }) => key.kid === kid)?.key.certificate;
}

/** Downloads the certificates of all enabled RS256 keys as one PEM file. */
export function useLoadCertificates(): UseMutationResult<Blob, Error, void> {
  const api = useApi();
  const [realm] = useRealm();
  return useMutation({
    mutationFn: () => api.load(`/emulator/v1/realms/${encodeURIComponent(realm)}/certificates`),
  });
}

/** Creates a key: generated, or imported from the component's config. */
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

/** Generates a new signing key for an algorithm. Earlier keys only verify from then on. */
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

export function useSaveKey(): UseMutationResult<void, Error, KeyComponent> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (component) => api.send('PUT', componentPath(realm, component.id), component),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys', realm] }),
  });
}
