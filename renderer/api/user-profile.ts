// The user profile of the selected realm, as its administrators see it.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type {
  ComponentRepresentation,
  RealmRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { USER_PROFILE_TYPE } from '#protocol/contract/settings/component.ts';
import type { RealmTexts } from '#protocol/contract/settings/profile-input.ts';
import { readProfileConfig } from '#protocol/contract/settings/user-profile.ts';
import type { UserProfileConfigWire, UserProfileMetadataWire } from '#protocol/contract/user-profile.ts';
import { useApi, useRealm } from './api-context.tsx';
import { realmPath } from './realm.ts';
import { usersPath } from './users.ts';

/** What forms of users need. */
export interface UserProfile {
  /** The attributes that administrators see. */
  readonly metadata: UserProfileMetadataWire;
  readonly config: UserProfileConfigWire;
  /** Whether the realm has a profile of its own. Without one, users may have any attribute. */
  readonly isConfigured: boolean;
  /** The texts that labels refer to. */
  readonly texts: RealmTexts;
}

/** The user profile of the selected realm. */
export function useUserProfile(): UseQueryResult<UserProfile> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['user-profile', realm],
    queryFn: async ({ signal }): Promise<UserProfile> => {
      const type = new URLSearchParams({ type: USER_PROFILE_TYPE });
      const [metadata, config, components, texts] = await Promise.all([
        api.get<UserProfileMetadataWire>(`${usersPath(realm)}/profile/metadata`, signal),
        api.get<UserProfileConfigWire>(`${usersPath(realm)}/profile`, signal),
        api.get<readonly ComponentRepresentation[]>(`${realmPath(realm)}/components?${type}`, signal),
        api.get<RealmRepresentation>(realmPath(realm), signal),
      ]);
      const isConfigured = readProfileConfig(components[0]?.config) !== undefined;
      return { metadata, config, isConfigured, texts };
    },
  });
}

/** Changes the configuration as it is on the server now, so that changes by others meanwhile are kept. */
export function useChangeUserProfile(): UseMutationResult<
  void,
  Error,
  (config: UserProfileConfigWire) => UserProfileConfigWire
> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change) => {
      const path = `${usersPath(realm)}/profile`;
      await api.send('PUT', path, change(await api.get<UserProfileConfigWire>(path)));
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['user-profile', realm] }),
  });
}
