// Lifespans of tokens, sessions and codes.
import { realmField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const maxLimited = { shown: (values: FieldValues) => values['offlineSessionMaxLifespanEnabled'] === true };

/** The Lifespans tab. */
export const lifespanSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('realm:lifespans.tokens'),
    fields: [
      realmField('defaultSignatureAlgorithm'),
      realmField('accessTokenLifespan'),
      realmField('accessTokenLifespanForImplicitFlow'),
      realmField('revokeRefreshToken'),
      realmField('refreshTokenMaxReuse', { shown: (values) => values['revokeRefreshToken'] === true }),
    ],
  },
  {
    title: text('realm:lifespans.browser'),
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
    title: text('realm:lifespans.offline'),
    fields: [
      realmField('offlineSessionIdleTimeout'),
      realmField('offlineSessionMaxLifespanEnabled'),
      realmField('offlineSessionMaxLifespan', maxLimited),
      realmField('clientOfflineSessionIdleTimeout'),
      realmField('clientOfflineSessionMaxLifespan', maxLimited),
    ],
  },
  {
    title: text('realm:lifespans.codes'),
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
