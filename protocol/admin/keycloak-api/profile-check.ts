// Users whom administrators create or change, checked against the realm's user profile.
import type { AdminErrorWire } from '#protocol/contract/admin-api.ts';
import type { UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { joinFirst } from '#protocol/contract/settings/kept.ts';
import { findProfileFaults, type ProfileFault } from '#protocol/realm/profile/check-profile.ts';
import { profileOf } from '#protocol/realm/profile/profile-definition.ts';
import { ADMIN_CONTEXT, listFields } from '#protocol/realm/profile/profile-fields.ts';
import { allowsAdministrators } from '#protocol/realm/profile/profile-metadata.ts';
import { valuesOf } from '#protocol/realm/profile/profile-values.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { AdminError } from '../admin-error.ts';
import type { RealmRequest } from '../admin-route.ts';

type Attributes = UserRepresentation['attributes'];

/**
 * The attributes of a user that administrators may set; those that they may not stay as they are. Undefined if none
 * are sent. Compat: what the profile does not allow is passed over without an error; Activity names it.
 */
export function allowedAttributes(request: RealmRequest, sent: Attributes, before: Attributes): Attributes {
  if (sent === undefined || sent === null || !profileOf(request.realm).isConfigured) return sent;
  const isAllowed = (name: string): boolean => allowsAdministrators(request.realm, name);
  const dropped = Object.keys(sent).filter(
    (name) => !isAllowed(name) && String(sent[name]) !== String(before?.[name]),
  );
  if (dropped.length > 0)
    request.exchange.activity.recordNote(
      'user-profile',
      `attributes that the user profile does not let administrators change are left as they are: ${joinFirst(dropped)}`,
    );
  return Object.fromEntries([
    ...Object.entries(before ?? {}).filter(([name]) => !isAllowed(name)),
    ...Object.entries(sent).filter(([name]) => isAllowed(name)),
  ]);
}

/** @throws {AdminError} 400 in Keycloak's form: for one fault its field, for several a list of them. */
export async function checkProfile(request: RealmRequest, user: StoredUser): Promise<void> {
  const { realm, store } = request;
  if (!profileOf(realm).isConfigured) return;
  const fields = listFields(realm, ADMIN_CONTEXT);
  const values = Object.fromEntries(fields.map(({ attribute: { name } }) => [name, valuesOf(user, name)]));
  // That names are free is checked by the caller, with other errors.
  const faults = await findProfileFaults(realm, store.users, fields, user, values);
  const invalid = faults.filter(({ kind }) => !kind.endsWith('-taken'));
  if (invalid.length === 0) return;
  const errors = invalid.map(errorOf);
  const text = invalid.map((fault) => `${fault.field}: ${fault.text}`).join(' ');
  throw new AdminError(400, { ...(errors.length === 1 ? errors[0] : { errors }), error_description: text });
}

function errorOf({ field, key, params }: ProfileFault): AdminErrorWire {
  return { field, errorMessage: key, params: [field, ...params] };
}
