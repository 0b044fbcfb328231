// A realm's pending user codes, as shown on the Authentication device screen.
import { readableClientName } from '#protocol/contract/client-name.ts';
import { readableConsentText } from '#protocol/contract/consent-text.ts';
import type { DeviceCodeWire } from '#protocol/contract/device.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { restoreScopes } from '#protocol/realm/view/scopes.ts';
import type { DeviceAuthorization, DeviceAuthorizations } from './device-authorizations.ts';
import { deviceUrl } from './device-pages.ts';
import { formatUserCode } from './user-code.ts';

export type CodePlace = Pick<RealmExchange, 'realm' | 'baseUrl' | 'clock'>;

function describeCode(place: CodePlace, device: DeviceAuthorization): readonly DeviceCodeWire[] {
  const client = place.realm.clientsById.get(device.clientUuid);
  if (client === undefined) return [];
  const userCode = formatUserCode(device.approvalCode);
  const scopes = restoreScopes(client, device.scope).scopes.filter(({ shownOnConsent }) => shownOnConsent);
  return [
    {
      userCode,
      clientId: client.clientId,
      clientName: readableClientName(client.name) || client.clientId,
      scopes: scopes.map(({ name, consentText }) => ({ name, text: readableConsentText(consentText, name) })),
      expiresAt: device.expiresAt,
      verificationUri: `${deviceUrl(place)}?user_code=${userCode}`,
      flow: device.flow,
    },
  ];
}

/** Lists pending codes, oldest first, except those of deleted clients. RFC 8628 §3.3. */
export async function listPendingCodes(
  devices: Pick<DeviceAuthorizations, 'listPending'>,
  place: CodePlace,
): Promise<readonly DeviceCodeWire[]> {
  const pending = await devices.listPending(place.realm.id, place.clock.now());
  return pending.flatMap((device) => describeCode(place, device));
}
