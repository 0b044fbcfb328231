// Spanish texts of messages.
import type { MailTextKey } from './en.ts';

export const ES: Readonly<Record<MailTextKey, string>> = {
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
  'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'Generar códigos de recuperación',
  'requiredAction.CONFIGURE_TOTP': 'Configurar códigos de un solo uso',
  'requiredAction.TERMS_AND_CONDITIONS': 'Aceptar los términos y condiciones',
  'requiredAction.UPDATE_EMAIL': 'Actualizar el correo electrónico',
  'requiredAction.UPDATE_PASSWORD': 'Cambiar la contraseña',
  'requiredAction.UPDATE_PROFILE': 'Actualizar el perfil',
  'requiredAction.VERIFY_EMAIL': 'Verificar el correo electrónico',
  'requiredAction.VERIFY_PROFILE': 'Verificar el perfil',
  'requiredAction.delete_account': 'Eliminar la cuenta',
  'requiredAction.delete_credential': 'Eliminar una credencial',
  'requiredAction.update_user_locale': 'Elegir el idioma',
};
