// German texts of messages.
import type { MailTextKey } from './en.ts';

export const DE: Readonly<Record<MailTextKey, string>> = {
  emailVerificationSubject: 'Bestätigen Sie Ihre E-Mail-Adresse',
  emailVerificationBody: `Mit dieser Adresse wurde ein Konto bei {2} angelegt. Wenn es Ihres ist, bestätigen Sie die Adresse:

{0}

Der Link gilt {3}.

Wenn Sie kein Konto angelegt haben, ignorieren Sie diese Nachricht.`,
  passwordResetSubject: 'Wählen Sie ein neues Passwort',
  passwordResetBody: `Für Ihr Konto bei {2} wurde ein neues Passwort angefordert. Hier können Sie es wählen:

{0}

Der Link gilt {3} und funktioniert einmal.

Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht; es ändert sich nichts.`,
  executeActionsSubject: 'Aktualisieren Sie Ihr Konto',
  executeActionsBody: `Ihr Administrator bittet Sie, Ihr Konto bei {2} zu aktualisieren: {3}. Beginnen Sie hier:

{0}

Der Link gilt {4}.`,
  emailUpdateConfirmationSubject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  emailUpdateConfirmationBody: `Um {1} für Ihr Konto bei {2} zu verwenden, bestätigen Sie die Adresse:

{0}

Der Link gilt {3}.

Wenn Sie diese Änderung nicht angefordert haben, ignorieren Sie diese Nachricht.`,
  'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'Wiederherstellungscodes erzeugen',
  'requiredAction.CONFIGURE_TOTP': 'Einmalcodes einrichten',
  'requiredAction.TERMS_AND_CONDITIONS': 'Nutzungsbedingungen annehmen',
  'requiredAction.UPDATE_EMAIL': 'E-Mail-Adresse ändern',
  'requiredAction.UPDATE_PASSWORD': 'Passwort ändern',
  'requiredAction.UPDATE_PROFILE': 'Profil aktualisieren',
  'requiredAction.VERIFY_EMAIL': 'E-Mail-Adresse bestätigen',
  'requiredAction.VERIFY_PROFILE': 'Profil überprüfen',
  'requiredAction.delete_account': 'Konto löschen',
  'requiredAction.delete_credential': 'Anmeldeinformation löschen',
  'requiredAction.update_user_locale': 'Sprache wählen',
};
