// German texts of messages.
import type { WrittenTexts } from './en.ts';

export const DE: WrittenTexts = {
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
  orgInviteSubject: 'Einladung in die Organisation {0}',
  orgInviteBody: `Sie sind eingeladen, der Organisation {3} bei {2} beizutreten. Hier nehmen Sie die Einladung an:

{0}

Der Link gilt {4}.

Wenn Sie nicht beitreten möchten, ignorieren Sie diese Nachricht.`,
  identityProviderLinkSubject: 'Mit {0} verknüpfen',
  identityProviderLinkBody: `Jemand möchte das Konto {2} von {0} mit Ihrem Konto bei {1} verknüpfen. Falls Sie das waren, bestätigen Sie es hier:

{3}

Der Link gilt {5} und funktioniert einmal. Danach können Sie sich bei {1} mit {0} anmelden.

Falls Sie das nicht waren, ignorieren Sie diese Nachricht; nichts ändert sich.`,
};
