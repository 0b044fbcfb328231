// Codes of a realm that expire without having been used, for reports of a moved clock.
import { isWithin, type Period } from '#protocol/clock.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { AuthorizationCodes } from './authorization-code.ts';
import type { DeviceAuthorizations } from './device/device-authorizations.ts';
import { formatUserCode } from './device/user-code.ts';

export interface ExpiringCodes {
  /** The clientIds of authorization codes that expire unused. */
  listCodes(realm: Realm, period: Period): Promise<readonly string[]>;
  /** User codes of the device grant that expire before a user approves them. */
  listDeviceCodes(realm: Realm, period: Period): Promise<readonly string[]>;
}

export function createExpiringCodes(
  codes: Pick<AuthorizationCodes, 'list'>,
  devices: Pick<DeviceAuthorizations, 'listExpiring'>,
): ExpiringCodes {
  return {
    async listCodes(realm, period) {
      const unused = await codes.list(
        realm.id,
        ({ expiresAt }, isUsed) => !isUsed && isWithin(period, expiresAt),
        period.from,
        Number.POSITIVE_INFINITY,
      );
      return unused.map(({ clientUuid }) => realm.clientsById.get(clientUuid)?.clientId ?? clientUuid);
    },
    async listDeviceCodes(realm, period) {
      const expiring = await devices.listExpiring(realm.id, period);
      return expiring.map(({ approvalCode }) => formatUserCode(approvalCode));
    },
  };
}
