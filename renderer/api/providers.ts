// Identity providers of the selected realm, their mappers, and who answers for them.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type {
  IdentityProviderStateWire,
  ProviderRealmRequestWire,
  ProviderRealmWire,
} from '#protocol/contract/identity-providers.ts';
import { text } from '../texts/text.ts';
import { useApi, useRealm } from './api-context.tsx';
import { ApiError } from './api-error.ts';
import { realmPath } from './realm.ts';
import { emulatorRealmPath, explainMissing } from './roles.ts';

/** An identity provider as the admin API has it. */
export interface ProviderRepresentation {
  readonly alias: string;
  readonly providerId: string;
  readonly displayName?: string;
  readonly enabled?: boolean;
  /** Signed-in users link their account with it; no one signs in. */
  readonly linkOnly?: boolean;
  readonly config?: Readonly<Record<string, string>>;
}

/** An identity provider from the server. */
export interface StoredProvider extends ProviderRepresentation {
  readonly internalId: string;
  readonly state: IdentityProviderStateWire;
}

export interface ProviderMapper {
  readonly id: string;
  readonly name: string;
  readonly identityProviderAlias: string;
  /** Its type. */
  readonly identityProviderMapper: string;
  readonly config?: Readonly<Record<string, string>>;
}

/** A setting of a type of mapper, in Keycloak's words. */
export interface MapperProperty {
  readonly name: string;
  readonly label: string;
  readonly helpText: string;
  readonly type: string;
  readonly options?: readonly string[];
  readonly defaultValue?: string | boolean;
}

export interface ProviderMapperType {
  readonly id: string;
  readonly name: string;
  readonly helpText: string;
  readonly properties: readonly MapperProperty[];
}

export function providersKey(realm: string): readonly unknown[] {
  return ['providers', realm];
}

export function providerPath(realm: string, alias: string): string {
  return `${realmPath(realm)}/identity-provider/instances/${encodeURIComponent(alias)}`;
}

const listPath = (realm: string): string => `${realmPath(realm)}/identity-provider/instances`;
const statesPath = (realm: string): string => `${emulatorRealmPath(realm)}/identity-providers`;

/** All of the realm. */
export function useProviders(): UseQueryResult<readonly StoredProvider[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: providersKey(realm),
    queryFn: async ({ signal }) => {
      const [states, providers] = await Promise.all([
        api.get<readonly IdentityProviderStateWire[]>(statesPath(realm), signal),
        api.get<readonly Omit<StoredProvider, 'state'>[]>(`${listPath(realm)}?max=-1`, signal),
      ]);
      const byAlias = new Map(providers.map((provider) => [provider.alias, provider]));
      return states.flatMap((state) => {
        const provider = byAlias.get(state.alias);
        return provider === undefined ? [] : [{ ...provider, state }];
      });
    },
  });
}

export function useProvider(alias: string): UseQueryResult<StoredProvider> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: [...providersKey(realm), alias],
    queryFn: async ({ signal }) => {
      const [states, provider] = await Promise.all([
        api.get<readonly IdentityProviderStateWire[]>(statesPath(realm), signal),
        api.get<Omit<StoredProvider, 'state'>>(providerPath(realm, alias), signal).catch((error: unknown) => {
          throw explainMissing(error, text('api:provider.missing'));
        }),
      ]);
      const state = states.find((each) => each.alias === alias);
      if (state === undefined) throw new ApiError(404, text('api:provider.missing'));
      return { ...provider, state };
    },
  });
}

/** Creates a provider. Resolves to its alias. */
export function useCreateProvider(): UseMutationResult<string, Error, ProviderRepresentation> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (provider) => {
      await api.create(listPath(realm), provider);
      return provider.alias;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: providersKey(realm) }),
  });
}

/** Saves some members of a provider. */
export function useSaveProvider(alias: string): UseMutationResult<void, Error, object> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (part) => api.send('PUT', providerPath(realm, alias), part),
    onSuccess: () => queries.invalidateQueries({ queryKey: providersKey(realm) }),
  });
}

/** The description of a provider: its address, or a file. */
type ImportRequest = { readonly providerId: string } & (
  | { readonly fromUrl: string; readonly file?: undefined }
  | { readonly file: Blob }
);

/** Settings from the description of a provider. */
export function useImportProvider(): UseMutationResult<
  Readonly<Record<string, string>>,
  Error,
  ImportRequest
> {
  const api = useApi();
  const [realm] = useRealm();
  return useMutation({
    mutationFn: (request) => {
      const path = `${realmPath(realm)}/identity-provider/import-config`;
      if (request.file === undefined)
        return api.call<Readonly<Record<string, string>>>('POST', path, request);
      const form = new FormData();
      form.set('providerId', request.providerId);
      form.set('file', request.file);
      return api.sendForm<Readonly<Record<string, string>>>(path, form);
    },
  });
}

/** Makes another realm a provider of the selected one. */
export function useConnectRealm(): UseMutationResult<ProviderRealmWire, Error, ProviderRealmRequestWire> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request) =>
      api.call<ProviderRealmWire>('POST', `${emulatorRealmPath(realm)}/provider-realms`, request),
    onSuccess: ({ realm: other }) =>
      Promise.all(
        [providersKey(realm), ['clients', other]].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}

export function providerMappersKey(realm: string, alias: string): readonly unknown[] {
  return ['provider-mappers', realm, alias];
}

export function providerMapperPath(realm: string, alias: string, id: string): string {
  return `${providerPath(realm, alias)}/mappers/${encodeURIComponent(id)}`;
}

export function useProviderMappers(alias: string): UseQueryResult<readonly ProviderMapper[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: providerMappersKey(realm, alias),
    queryFn: ({ signal }) =>
      api.get<readonly ProviderMapper[]>(`${providerPath(realm, alias)}/mappers`, signal),
  });
}

/** The types of mappers that the provider can have. */
export function useProviderMapperTypes(alias: string): UseQueryResult<readonly ProviderMapperType[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: [...providerMappersKey(realm, alias), 'types'],
    queryFn: async ({ signal }) =>
      Object.values(
        await api.get<Readonly<Record<string, ProviderMapperType>>>(
          `${providerPath(realm, alias)}/mapper-types`,
          signal,
        ),
      ),
  });
}

/** Creates a mapper. Resolves to its ID. */
export function useCreateProviderMapper(
  alias: string,
): UseMutationResult<string, Error, Omit<ProviderMapper, 'id'>> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mapper) => api.create(`${providerPath(realm, alias)}/mappers`, mapper),
    onSuccess: () => queries.invalidateQueries({ queryKey: providerMappersKey(realm, alias) }),
  });
}

export function useSaveProviderMapper(alias: string): UseMutationResult<void, Error, ProviderMapper> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mapper) => api.send('PUT', providerMapperPath(realm, alias, mapper.id), mapper),
    onSuccess: () => queries.invalidateQueries({ queryKey: providerMappersKey(realm, alias) }),
  });
}
