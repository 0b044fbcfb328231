// Brazilian Portuguese texts of messages.
import type { WrittenTexts } from './en.ts';

export const PT_BR: WrittenTexts = {
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
  orgInviteSubject: 'Convite para a organização {0}',
  orgInviteBody: `Você foi convidado a participar da organização {3} em {2}. Aceite o convite aqui:

{0}

O link é válido por {4}.

Se você não quiser participar, ignore esta mensagem.`,
  identityProviderLinkSubject: 'Vincular {0}',
  identityProviderLinkBody: `Alguém quer vincular a conta {2} de {0} à sua conta de {1}. Se foi você, confirme aqui:

{3}

O link funciona por {5}, uma única vez. Depois, você poderá entrar em {1} com {0}.

Se não foi você, ignore esta mensagem; nada muda.`,
};
