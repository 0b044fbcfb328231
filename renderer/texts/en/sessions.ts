// The texts of the screen Sessions.

export const SESSIONS = {
  title: 'Sessions',
  summary: 'Active sessions; end them or expire their tokens',
  heading: 'Users who are signed in, and their clients.',
  list: 'Sessions',
  'filter.search': 'Search sessions',
  'filter.searchPlaceholder': 'User or IP address',
  'filter.client': 'Client',
  'filter.allClients': 'All clients',
  'filter.noClients': 'No matching clients',
  'filter.type': 'Session type',
  'filter.all': 'All',
  'filter.browser': 'Browser',
  'filter.offline': 'Offline',
  'noMatch.title': 'No matching sessions',
  'noMatch.text': 'Change the filter, or clear it to see all sessions.',
  'empty.title': 'No active sessions',
  'empty.text':
    'A session starts when a user signs in to a client of this realm. Try it with a sample application on Overview.',
  'end.these': 'End these',
  'end.theseQuestion_one': 'End the {{count, number}} matching session?',
  'end.theseQuestion_other': 'End the {{count, number}} matching sessions?',
  'end.all': 'End all',
  'end.allQuestion_one': 'End all {{count, number}} session?',
  'end.allQuestion_other': 'End all {{count, number}} sessions?',
  'end.consequence':
    'Their users must sign in again, and their clients are notified. Offline sessions end too, unless the filter excludes them.',
  'end.done_one': 'Ended {{count, number}} session.',
  'end.done_other': 'Ended {{count, number}} sessions.',
  'end.failed': 'The sessions were not ended',
  'expire.action': 'Expire tokens',
  'expire.realmQuestion': 'Expire the tokens of realm {{name}}?',
  'expire.realmConsequence':
    'All access and refresh tokens of realm {{name}} issued so far stop working. Sessions are kept, and signed-in users get new tokens. This sets notBefore.',
  'expire.realmDone': 'The tokens of realm {{name}} have expired.',
  'expire.clientQuestion': 'Expire the tokens of client {{name}}?',
  'expire.clientConsequence':
    'All access and refresh tokens of client {{name}} issued so far stop working. Sessions are kept, and signed-in users get new tokens. This sets notBefore.',
  'expire.clientDone': 'The tokens of client {{name}} have expired.',
  'expire.notified_one': '{{count, number}} application was notified.',
  'expire.notified_other': '{{count, number}} applications were notified.',
  'expire.notifiedSome_one':
    '{{count, number}} application was notified, {{failed}} failed. See Activity for the reason.',
  'expire.notifiedSome_other':
    '{{count, number}} applications were notified, {{failed}} failed. See Activity for the reason.',
  'expire.failed': 'The tokens were not expired',
} as const;
