// Italian texts of messages.
import type { WrittenTexts } from './en.ts';

export const IT: WrittenTexts = {
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
  orgInviteSubject: 'Invito all’organizzazione {0}',
  orgInviteBody: `Hai ricevuto un invito a entrare nell’organizzazione {3} su {2}. Accetta l’invito qui:

{0}

Il link è valido per {4}.

Se non vuoi entrare, ignora questo messaggio.`,
  identityProviderLinkSubject: 'Collega {0}',
  identityProviderLinkBody: `Qualcuno vuole collegare l’account {2} di {0} al tuo account {1}. Se sei stato tu, confermalo qui:

{3}

Il link è valido per {5} e funziona una sola volta. Poi potrai accedere a {1} con {0}.

Se non sei stato tu, ignora questo messaggio; non cambia nulla.`,
};
