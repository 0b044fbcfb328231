// The choice of the authenticator that is removed when a user resets one-time codes.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { listOtpDevices, withoutOtpDevice } from '#protocol/realm/users/one-time-codes.ts';
import type { Execution } from './execution.ts';

/** Field of the form. Compat: Keycloak's name. */
export const DEVICE_FIELD = 'selectedCredentialId';

const MISSING = 'Please choose an authenticator.';

/** Removes the chosen device. The user is already known. Compat: an ID that is not the user's is refused; Keycloak goes on. */
export const removeOtp: Execution = {
  level: 0,
  async authenticate(exchange, deps, known) {
    if (known === undefined) throw new TypeError('removing an authenticator requires a known user');
    const { realm, form, activity } = exchange;
    const chosen = form.get(DEVICE_FIELD) ?? '';
    let label: string | undefined;
    const user = await deps.users.update(realm.id, known.id, (current) => {
      label = listOtpDevices(current).find(({ id }) => id === chosen)?.label;
      return label === undefined ? current : withoutOtpDevice(current, chosen);
    });
    if (user !== undefined && label !== undefined) {
      activity.recordPass('reset-otp', `The authenticator "${label}" of ${user.username} is removed.`);
      return { recognised: true, user };
    }
    const error = new OAuthError('invalid_request', {
      description: MISSING,
      reason: `The field ${DEVICE_FIELD} does not name an authenticator of user ${known.username}.`,
      remedy: 'Choose one of the authenticators on the page.',
      section: 'Keycloak reset credentials',
    });
    return { recognised: false, message: MISSING, username: known.username, rememberMe: false, error };
  },
};
