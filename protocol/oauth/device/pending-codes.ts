// The codes of a realm that wait for their person, as the authentication device's screen shows them.
import { readableClientName } from '#protocol/contract/client-name.ts';
import { readableConsentText } from '#protocol/contract/consent-text.ts';
import type { DeviceCodeWire } from '#protocol/contract/device.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { restoreScopes } from '#protocol/realm/view/scopes.ts';
import type { DeviceAuthorization, DeviceAuthorizations } from './device-authorizations.ts';
import { deviceUrl } from './device-pages.ts';
import { formatUserCode } from './user-code.ts';

/** Whose codes, under which address, and when. */
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

/** Lists them, oldest first; those of clients that are gone are left out. RFC 8628 §3.3. */
export function listPendingCodes(
  devices: Pick<DeviceAuthorizations, 'listPending'>,
  place: CodePlace,
): readonly DeviceCodeWire[] {
  const pending = devices.listPending(place.realm.id, place.clock.now());
  return pending.flatMap((device) => describeCode(place, device));
}
