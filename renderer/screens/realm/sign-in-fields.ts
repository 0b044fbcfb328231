// Sign-in settings: sign-in page, passwords, brute-force detection and one-time codes.
import { realmField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const isProtected = (values: FieldValues): boolean => values['bruteForceProtected'] === true;
const isPermanent = (values: FieldValues): boolean => values['permanentLockout'] === true;
const whenProtected = { shown: isProtected };
const whenTemporary = { shown: (values: FieldValues) => isProtected(values) && !isPermanent(values) };
const whenPermanent = { shown: (values: FieldValues) => isProtected(values) && isPermanent(values) };
const whenTotp = { shown: (values: FieldValues) => values['otpPolicyType'] !== 'hotp' };
const whenHotp = { shown: (values: FieldValues) => values['otpPolicyType'] === 'hotp' };

/** The Sign-in tab. */
export const signInSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('realm:signIn.page'),
    fields: [
      realmField('loginTheme'),
      realmField('loginWithEmailAllowed'),
      realmField('registrationEmailAsUsername'),
      realmField('duplicateEmailsAllowed'),
      realmField('rememberMe'),
      realmField('registrationAllowed'),
      realmField('resetPasswordAllowed'),
      realmField('verifyEmail'),
      realmField('editUsernameAllowed'),
      realmField('understudy.oneClickSignIn'),
      realmField('acr.loa.map', { long: true, wide: true }),
    ],
  },
  {
    title: text('realm:signIn.passwords'),
    fields: [
      realmField('passwordPolicy', {
        placeholder: 'length(8) and digits(1) and notUsername(undefined)',
        wide: true,
      }),
    ],
  },
  {
    title: text('realm:signIn.lockout'),
    summary: text('realm:signIn.lockoutSummary'),
    fields: [
      realmField('bruteForceProtected'),
      realmField('failureFactor', whenProtected),
      realmField('permanentLockout', whenProtected),
      realmField('maxTemporaryLockouts', whenPermanent),
      realmField('bruteForceStrategy', whenTemporary),
      realmField('waitIncrementSeconds', whenProtected),
      realmField('maxFailureWaitSeconds', whenTemporary),
      realmField('maxDeltaTimeSeconds', whenTemporary),
      realmField('quickLoginCheckMilliSeconds', whenProtected),
      realmField('minimumQuickLoginWaitSeconds', whenProtected),
    ],
  },
  {
    title: text('realm:signIn.otp'),
    summary: text('realm:signIn.otpSummary'),
    fields: [
      realmField('otpPolicyType'),
      realmField('otpPolicyAlgorithm'),
      realmField('otpPolicyDigits'),
      realmField('otpPolicyPeriod', whenTotp),
      realmField('otpPolicyLookAheadWindow'),
      realmField('otpPolicyInitialCounter', whenHotp),
      realmField('otpPolicyCodeReusable', whenTotp),
    ],
  },
]);
