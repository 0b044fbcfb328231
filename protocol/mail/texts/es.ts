// Spanish texts of messages.
import type { WrittenTexts } from './en.ts';

export const ES: WrittenTexts = {
  emailVerificationSubject: 'Confirme su dirección de correo electrónico',
  emailVerificationBody: `Se ha creado una cuenta en {2} con esta dirección. Si es suya, confirme la dirección:

{0}

El enlace es válido durante {3}.

Si no ha creado ninguna cuenta, ignore este mensaje.`,
  passwordResetSubject: 'Elija una contraseña nueva',
  passwordResetBody: `Se ha solicitado una contraseña nueva para su cuenta en {2}. Elíjala aquí:

{0}

El enlace es válido durante {3} y funciona una sola vez.

Si no la ha solicitado, ignore este mensaje; no cambiará nada.`,
  executeActionsSubject: 'Actualice su cuenta',
  executeActionsBody: `Su administrador le pide que actualice su cuenta en {2}: {3}. Empiece aquí:

{0}

El enlace es válido durante {4}.`,
  emailUpdateConfirmationSubject: 'Confirme su nueva dirección de correo electrónico',
  emailUpdateConfirmationBody: `Para usar {1} en su cuenta de {2}, confirme la dirección:

{0}

El enlace es válido durante {3}.

Si no ha solicitado este cambio, ignore este mensaje.`,
  orgInviteSubject: 'Invitación a la organización {0}',
  orgInviteBody: `Le invitamos a unirse a la organización {3} en {2}. Acepte la invitación aquí:

{0}

El enlace es válido durante {4}.

Si no desea unirse, ignore este mensaje.`,
  identityProviderLinkSubject: 'Vincular {0}',
  identityProviderLinkBody: `Alguien quiere vincular la cuenta {2} de {0} con su cuenta de {1}. Si ha sido usted, confírmelo aquí:

{3}

El enlace funciona durante {5} y una sola vez. Después podrá iniciar sesión en {1} con {0}.

Si no ha sido usted, ignore este mensaje; no cambiará nada.`,
};
