// Completing a profile that lacks something: the page of the profile, with an event that says what is asked for.
import { findProfileFaults } from '#protocol/realm/profile/check-profile.ts';
import { listFields } from '#protocol/realm/profile/profile-fields.ts';
import { valuesOf } from '#protocol/realm/profile/profile-values.ts';
import { requestedScopes } from '../requested-scopes.ts';
import type { RequiredAction } from './required-action.ts';
import { updateProfile } from './update-profile.ts';

/** Submitting the profile verifies it. Compat: applications cannot start this action. */
export const verifyProfile: RequiredAction = {
  render: updateProfile.render,
  take: updateProfile.take,
  /** Compat: the event of the page, not of its form. */
  async prepare({ realm, activity, method }, { store }, { user, authentication }) {
    if (method !== 'GET') return {};
    const scopes = requestedScopes(realm, authentication.request);
    const fields = listFields(realm, { form: 'update-profile', scopes });
    const names = fields.map(({ attribute }) => attribute.name);
    const values = Object.fromEntries(names.map((name) => [name, valuesOf(user, name)]));
    const faults = await findProfileFaults(realm, store.users, fields, user, values);
    const lacking = [...new Set(faults.map(({ field }) => field))].join(',');
    if (lacking !== '') activity.userEvent('VERIFY_PROFILE', { fields_to_update: lacking });
    return {};
  },
};
