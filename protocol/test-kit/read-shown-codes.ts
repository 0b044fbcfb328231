// The one-time codes that a user's devices show now.
import { toIsoText } from '#protocol/clock.ts';
import type { ShownCodesWire } from '#protocol/contract/shown-codes.ts';
import { hasOneTimeCodes, type OneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { UserStore } from '#protocol/store/store.ts';
import { KitError } from './kit-error.ts';

export interface ShownCodesDeps {
  readonly users: Pick<UserStore, 'findByUsername'>;
  readonly oneTimeCodes: Pick<OneTimeCodes, 'listShown'>;
}

/**
 * At `now`, in milliseconds on the realm's clock. Reading a code does not use it.
 * @throws {KitError} 404 for an unknown user and for one whose devices show nothing.
 */
export async function readShownCodes(
  { users, oneTimeCodes }: ShownCodesDeps,
  realm: Realm,
  username: string,
  now: number,
): Promise<ShownCodesWire> {
  const user = await users.findByUsername(realm.id, username);
  if (user === undefined)
    throw new KitError(
      404,
      `Realm ${realm.name} has no user "${username.slice(0, 255)}".`,
      'Create the user first, or correct the name.',
    );
  const codes = await oneTimeCodes.listShown(realm, user, now);
  if (codes.length > 0)
    return {
      codes: codes.map(({ code, isTimeBased, label, credentialId, expiresAt, isUsed }) => ({
        code,
        type: isTimeBased ? 'totp' : 'hotp',
        label,
        credentialId,
        ...(expiresAt === undefined ? {} : { expiresAt: toIsoText(expiresAt) }),
        used: isUsed,
      })),
    };
  if (hasOneTimeCodes(user))
    throw new KitError(
      404,
      `No credential of type otp of user ${user.username} can be read.`,
      'Its secretData needs value, its credentialData subType (totp or hotp) and digits (4 to 10), both as JSON in a text.',
    );
  throw new KitError(
    404,
    `User ${user.username} has no one-time code device.`,
    'Add a credential of type otp to the user in the realm file, or give the user the required action CONFIGURE_TOTP and set up a device on its page.',
  );
}
