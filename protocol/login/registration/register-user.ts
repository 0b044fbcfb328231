// Makes the user of a registration.
import { nowInSeconds } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { normalizeUser } from '#protocol/realm/file/normalize-user.ts';
import { changeProfile } from '#protocol/realm/profile/profile-values.ts';
import { defaultActions } from '#protocol/realm/users/required-actions.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Registration } from './read-registration.ts';

const TERMS_ACTION = 'TERMS_AND_CONDITIONS';

/**
 * The user with the realm's default role, groups and required actions. Whoever has agreed to the terms is not asked
 * again.
 */
export async function makeRegisteredUser(
  { realm, clock }: RealmExchange,
  { values, username, password, acceptsTerms }: Registration,
): Promise<StoredUser> {
  const groups = realm.stored.defaultGroups ?? [];
  const actions = defaultActions(realm).filter((action) => !(acceptsTerms && action === TERMS_ACTION));
  const user = normalizeUser(
    realm.stored,
    {
      id: createUuid(),
      username,
      requiredActions: [...actions],
      ...(groups.length === 0 ? {} : { groups: [...groups] }),
      ...(password === undefined ? {} : { credentials: [await hashPassword(password, clock.now())] }),
      ...(acceptsTerms ? { attributes: { terms_and_conditions: [String(nowInSeconds(clock))] } } : {}),
    },
    clock,
    { grantDefaultRole: true },
  );
  const filled = Object.entries(values).filter(([, list]) => list.length > 0);
  return changeProfile(realm, user, Object.fromEntries(filled));
}
