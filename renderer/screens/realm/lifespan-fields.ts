// Lifespans of tokens, sessions and codes.
import { realmField } from '../../components/setting-field.ts';
import { perLanguage } from '../../texts/text.ts';
import type { FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const maxLimited = { shown: (values: FieldValues) => values['offlineSessionMaxLifespanEnabled'] === true };

/** The Lifespans tab. */
export const lifespanSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: 'Tokens',
    fields: [
      realmField('defaultSignatureAlgorithm'),
      realmField('accessTokenLifespan'),
      realmField('accessTokenLifespanForImplicitFlow'),
      realmField('revokeRefreshToken'),
      realmField('refreshTokenMaxReuse', { shown: (values) => values['revokeRefreshToken'] === true }),
    ],
  },
  {
    title: 'Browser sessions',
    fields: [
      realmField('ssoSessionIdleTimeout'),
      realmField('ssoSessionMaxLifespan'),
      realmField('ssoSessionIdleTimeoutRememberMe'),
      realmField('ssoSessionMaxLifespanRememberMe'),
      realmField('clientSessionIdleTimeout'),
      realmField('clientSessionMaxLifespan'),
    ],
  },
  {
    title: 'Offline sessions',
    fields: [
      realmField('offlineSessionIdleTimeout'),
      realmField('offlineSessionMaxLifespanEnabled'),
      realmField('offlineSessionMaxLifespan', maxLimited),
      realmField('clientOfflineSessionIdleTimeout'),
      realmField('clientOfflineSessionMaxLifespan', maxLimited),
    ],
  },
  {
    title: 'Codes and pages',
    fields: [
      realmField('accessCodeLifespan'),
      realmField('accessCodeLifespanLogin'),
      realmField('accessCodeLifespanUserAction'),
      realmField('actionTokenGeneratedByUserLifespan'),
      realmField('actionTokenGeneratedByAdminLifespan'),
      realmField('parRequestUriLifespan'),
      realmField('oauth2DeviceCodeLifespan'),
      realmField('oauth2DevicePollingInterval'),
    ],
  },
]);
