// Pending user codes for administrators: listed, awaited, and answered without the pages.
import type { DeviceCodeWire } from '#protocol/contract/device.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { SignedIn } from '#protocol/login/sign-in.ts';
import { withConsent } from '#protocol/realm/users/consents.ts';
import { restoreScopes } from '#protocol/realm/view/scopes.ts';
import type { DeviceAuthorization, DeviceAuthorizations } from './device-authorizations.ts';
import { approveDevice, type DeviceSignInDeps } from './device-sign-in.ts';
import { type CodePlace, listPendingCodes } from './pending-codes.ts';
import { parseUserCode } from './user-code.ts';

export interface DeviceCodes extends Pick<DeviceAuthorizations, 'subscribe'> {
  /** Oldest first. */
  list(place: CodePlace): Promise<readonly DeviceCodeWire[]>;
  /** With the user's consent, which is stored as by the consent page. False if the code is not pending any more. */
  approve(
    exchange: RealmExchange,
    userCode: string,
    person: Pick<SignedIn, 'user' | 'session' | 'acr'>,
  ): Promise<boolean>;
  /** False if the code is not pending any more. */
  deny(exchange: RealmExchange, userCode: string): Promise<boolean>;
}

export function createDeviceCodes(deps: DeviceSignInDeps): DeviceCodes {
  const { store, devices } = deps;
  const find = (
    { realm, clock }: RealmExchange,
    userCode: string,
  ): Promise<DeviceAuthorization | undefined> =>
    devices.findByApprovalCode(realm.id, parseUserCode(userCode) ?? '', clock.now());
  return {
    subscribe: devices.subscribe,
    list: (place) => listPendingCodes(devices, place),
    async approve(exchange, userCode, person) {
      const { realm, clock } = exchange;
      const device = await find(exchange, userCode);
      const client = realm.clientsById.get(device?.clientUuid ?? '');
      if (device?.progress.state !== 'pending' || client === undefined) return false;
      const { scopes } = restoreScopes(client, device.scope);
      await store.users.update(realm.id, person.user.id, (user) =>
        withConsent(user, client, scopes, clock.now()),
      );
      const data = { deviceCode: device.pollingCode, scope: device.scope };
      return (await approveDevice(exchange, client, data, person, deps)) === 'approved';
    },
    async deny(exchange, userCode) {
      const pollingCode = (await find(exchange, userCode))?.pollingCode ?? '';
      const { realm, clock } = exchange;
      return (await devices.answer(realm.id, pollingCode, 'denied', clock.now())) === 'taken';
    },
  };
}
