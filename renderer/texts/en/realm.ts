// The texts of the screen Realm.

export const REALM = {
  title: 'Realm',
  summary: 'Names, sign-in, keys, lifespans, CIBA policy, client scopes, consents',
} as const;
