// French texts of messages.
import type { WrittenTexts } from './en.ts';

export const FR: WrittenTexts = {
  emailVerificationSubject: 'Confirmez votre adresse e-mail',
  emailVerificationBody: `Un compte a été créé sur {2} avec cette adresse. S’il s’agit du vôtre, confirmez l’adresse :

{0}

Le lien est valable {3}.

Si vous n’avez pas créé de compte, ignorez ce message.`,
  passwordResetSubject: 'Choisissez un nouveau mot de passe',
  passwordResetBody: `Un nouveau mot de passe a été demandé pour votre compte sur {2}. Choisissez-le ici :

{0}

Le lien est valable {3} et ne fonctionne qu’une fois.

Si vous n’êtes pas à l’origine de cette demande, ignorez ce message ; rien ne changera.`,
  executeActionsSubject: 'Mettez à jour votre compte',
  executeActionsBody: `Votre administrateur vous demande de mettre à jour votre compte sur {2} : {3}. Commencez ici :

{0}

Le lien est valable {4}.`,
  emailUpdateConfirmationSubject: 'Confirmez votre nouvelle adresse e-mail',
  emailUpdateConfirmationBody: `Pour utiliser {1} avec votre compte sur {2}, confirmez l’adresse :

{0}

Le lien est valable {3}.

Si vous n’avez pas demandé ce changement, ignorez ce message.`,
  orgInviteSubject: 'Invitation à rejoindre l’organisation {0}',
  orgInviteBody: `Vous êtes invité à rejoindre l’organisation {3} sur {2}. Acceptez l’invitation ici :

{0}

Le lien est valable {4}.

Si vous ne souhaitez pas la rejoindre, ignorez ce message.`,
  identityProviderLinkSubject: 'Associer {0}',
  identityProviderLinkBody: `Quelqu’un souhaite associer le compte {2} de {0} à votre compte {1}. Si c’est vous, confirmez-le ici :

{3}

Le lien est valable {5} et fonctionne une seule fois. Vous pourrez ensuite vous connecter à {1} avec {0}.

Si ce n’est pas vous, ignorez ce message ; rien ne change.`,
};
