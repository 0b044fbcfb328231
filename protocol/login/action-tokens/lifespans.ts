// How long the links of a realm are valid.
import type { Realm } from '#protocol/realm/view/realm.ts';
import { realmSetting } from '#protocol/realm/view/realm-setting.ts';
import type { ActionTokenType } from './action-token.ts';

/** Links that users ask for. */
type UserLinkType = Exclude<ActionTokenType, 'execute-actions' | 'ORGIVT'>;

/** Attributes of the realm, by precedence. Until Keycloak 23, with a dot. */
const ATTRIBUTES: Readonly<Record<UserLinkType, readonly string[]>> = {
  'reset-credentials': [
    'actionTokenGeneratedByUserLifespan-reset-credentials',
    'actionTokenGeneratedByUserLifespan.reset-credentials',
  ],
  'update-email': [
    'actionTokenGeneratedByUserLifespan-update-email',
    'actionTokenGeneratedByUserLifespan.update-email',
  ],
  'idp-verify-account-via-email': [
    'actionTokenGeneratedByUserLifespan-idp-verify-account-via-email',
    'actionTokenGeneratedByUserLifespan.idp-verify-account-via-email',
  ],
  'verify-email': [
    'actionTokenGeneratedByUserLifespan-verify-email',
    'actionTokenGeneratedByUserLifespan.verify-email',
  ],
};

function positive(text: string | undefined): number | undefined {
  const seconds = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
  return seconds > 0 ? seconds : undefined;
}

/** Of a link that a user asks for, in seconds. */
export function userLinkLifespan({ stored, attributes }: Realm, type: UserLinkType): number {
  const own = ATTRIBUTES[type].map((name) => positive(attributes[name])).find((found) => found !== undefined);
  return own ?? positive(String(realmSetting(stored, 'actionTokenGeneratedByUserLifespan'))) ?? 300;
}

/** Of a link that an administrator sends, in seconds. */
export function administratorLinkLifespan({ stored }: Realm): number {
  return positive(String(realmSetting(stored, 'actionTokenGeneratedByAdminLifespan'))) ?? 43_200;
}
