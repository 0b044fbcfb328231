// The texts of the screen Realm.

export const REALM = {
  title: 'Realm',
  summary: 'Names, sign-in, keys, lifespans, CIBA policy, client scopes, consents',
  'mail.sender': 'Sender',
  'mail.server': 'Mail server',
  'mail.serverSummary': 'Messages are delivered only if Understudy is started with --mail=send.',
  'mail.checkAddress': 'Enter an e-mail address, for example idp@example.test.',
  'mail.checkSender': 'Enter the address of the sender.',
  'mail.checkAccount': 'Enter the name of the account.',
} as const;
