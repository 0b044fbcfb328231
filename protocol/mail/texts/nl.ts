// Dutch texts of messages.
import type { MailTextKey } from './en.ts';

export const NL: Readonly<Record<MailTextKey, string>> = {
  emailVerificationSubject: 'Bevestig uw e-mailadres',
  emailVerificationBody: `Met dit adres is een account bij {2} aangemaakt. Is dit uw account? Bevestig dan het adres:

{0}

De link is {3} geldig.

Hebt u geen account aangemaakt? Dan kunt u dit bericht negeren.`,
  passwordResetSubject: 'Kies een nieuw wachtwoord',
  passwordResetBody: `Er is een nieuw wachtwoord aangevraagd voor uw account bij {2}. Kies het hier:

{0}

De link is {3} geldig en werkt één keer.

Hebt u dit niet aangevraagd? Dan kunt u dit bericht negeren; er verandert niets.`,
  executeActionsSubject: 'Werk uw account bij',
  executeActionsBody: `Uw beheerder vraagt u om uw account bij {2} bij te werken: {3}. Begin hier:

{0}

De link is {4} geldig.`,
  emailUpdateConfirmationSubject: 'Bevestig uw nieuwe e-mailadres',
  emailUpdateConfirmationBody: `Bevestig het adres om {1} voor uw account bij {2} te gebruiken:

{0}

De link is {3} geldig.

Hebt u deze wijziging niet aangevraagd? Dan kunt u dit bericht negeren.`,
  'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'Herstelcodes aanmaken',
  'requiredAction.CONFIGURE_TOTP': 'Eenmalige codes instellen',
  'requiredAction.TERMS_AND_CONDITIONS': 'Algemene voorwaarden accepteren',
  'requiredAction.UPDATE_EMAIL': 'E-mailadres wijzigen',
  'requiredAction.UPDATE_PASSWORD': 'Wachtwoord wijzigen',
  'requiredAction.UPDATE_PROFILE': 'Profiel bijwerken',
  'requiredAction.VERIFY_EMAIL': 'E-mailadres bevestigen',
  'requiredAction.VERIFY_PROFILE': 'Profiel controleren',
  'requiredAction.delete_account': 'Account verwijderen',
  'requiredAction.delete_credential': 'Inloggegevens verwijderen',
  'requiredAction.update_user_locale': 'Taal kiezen',
};
