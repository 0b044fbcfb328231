// Brazilian Portuguese texts of messages.
import type { MailTextKey } from './en.ts';

export const PT_BR: Readonly<Record<MailTextKey, string>> = {
  emailVerificationSubject: 'Confirme seu endereço de e-mail',
  emailVerificationBody: `Uma conta foi criada em {2} com este endereço. Se ela é sua, confirme o endereço:

{0}

O link é válido por {3}.

Se você não criou uma conta, ignore esta mensagem.`,
  passwordResetSubject: 'Escolha uma nova senha',
  passwordResetBody: `Foi solicitada uma nova senha para sua conta em {2}. Escolha-a aqui:

{0}

O link é válido por {3} e funciona uma vez.

Se você não fez essa solicitação, ignore esta mensagem; nada mudará.`,
  executeActionsSubject: 'Atualize sua conta',
  executeActionsBody: `O administrador pede que você atualize sua conta em {2}: {3}. Comece aqui:

{0}

O link é válido por {4}.`,
  emailUpdateConfirmationSubject: 'Confirme seu novo endereço de e-mail',
  emailUpdateConfirmationBody: `Para usar {1} na sua conta em {2}, confirme o endereço:

{0}

O link é válido por {3}.

Se você não solicitou esta alteração, ignore esta mensagem.`,
  'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'Gerar códigos de recuperação',
  'requiredAction.CONFIGURE_TOTP': 'Configurar códigos de uso único',
  'requiredAction.TERMS_AND_CONDITIONS': 'Aceitar os termos e condições',
  'requiredAction.UPDATE_EMAIL': 'Atualizar e-mail',
  'requiredAction.UPDATE_PASSWORD': 'Atualizar senha',
  'requiredAction.UPDATE_PROFILE': 'Atualizar perfil',
  'requiredAction.VERIFY_EMAIL': 'Verificar e-mail',
  'requiredAction.VERIFY_PROFILE': 'Verificar perfil',
  'requiredAction.delete_account': 'Excluir conta',
  'requiredAction.delete_credential': 'Excluir uma credencial',
  'requiredAction.update_user_locale': 'Escolher idioma',
};
