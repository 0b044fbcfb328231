// Realms with a user profile of their own, for tests.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { Realm } from '../view/realm.ts';
import { testRealm } from './realm.ts';

/** Settings of a realm with this configuration of the user profile: an object, or the text of the component. */
export function profileSettings(config: unknown): Partial<RealmRepresentation> {
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  const component = {
    providerId: 'declarative-user-profile',
    config: { 'kc.user.profile.config': [text] },
  };
  return { components: { 'org.keycloak.userprofile.UserProfileProvider': [component] } };
}

export function realmWithProfile(config: unknown, settings: Partial<RealmRepresentation> = {}): Realm {
  return testRealm({ ...profileSettings(config), ...settings });
}

/** Permissions of an attribute that users change. */
export const BY_USERS: object = { permissions: { view: ['admin', 'user'], edit: ['admin', 'user'] } };
