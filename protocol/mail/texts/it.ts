// Italian texts of messages.
import type { MailTextKey } from './en.ts';

export const IT: Readonly<Record<MailTextKey, string>> = {
  emailVerificationSubject: 'Conferma il tuo indirizzo email',
  emailVerificationBody: `Con questo indirizzo è stato creato un account su {2}. Se è il tuo, conferma l’indirizzo:

{0}

Il link è valido per {3}.

Se non hai creato un account, ignora questo messaggio.`,
  passwordResetSubject: 'Scegli una nuova password',
  passwordResetBody: `È stata richiesta una nuova password per il tuo account su {2}. Sceglila qui:

{0}

Il link è valido per {3} e funziona una sola volta.

Se non l’hai richiesta, ignora questo messaggio: non cambierà nulla.`,
  executeActionsSubject: 'Aggiorna il tuo account',
  executeActionsBody: `L’amministratore ti chiede di aggiornare il tuo account su {2}: {3}. Inizia qui:

{0}

Il link è valido per {4}.`,
  emailUpdateConfirmationSubject: 'Conferma il tuo nuovo indirizzo email',
  emailUpdateConfirmationBody: `Per usare {1} con il tuo account su {2}, conferma l’indirizzo:

{0}

Il link è valido per {3}.

Se non hai richiesto questa modifica, ignora questo messaggio.`,
  'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'Genera codici di recupero',
  'requiredAction.CONFIGURE_TOTP': 'Configura i codici monouso',
  'requiredAction.TERMS_AND_CONDITIONS': 'Accetta i termini e le condizioni',
  'requiredAction.UPDATE_EMAIL': 'Aggiorna l’email',
  'requiredAction.UPDATE_PASSWORD': 'Aggiorna la password',
  'requiredAction.UPDATE_PROFILE': 'Aggiorna il profilo',
  'requiredAction.VERIFY_EMAIL': 'Verifica l’email',
  'requiredAction.VERIFY_PROFILE': 'Verifica il profilo',
  'requiredAction.delete_account': 'Elimina l’account',
  'requiredAction.delete_credential': 'Elimina una credenziale',
  'requiredAction.update_user_locale': 'Scegli la lingua',
};
