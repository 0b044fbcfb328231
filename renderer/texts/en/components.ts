// The texts of components that several screens share.

export const COMPONENTS = {
  'field.unsupported': '{{label}} (not supported)',
  'field.required': 'Enter a value. This field is required.',
  'field.seconds': 'seconds',
  'field.listHelp': '{{help}} Press Enter after each.',
  'count.users_one': '{{count, number}} user',
  'count.users_other': '{{count, number}} users',
  'count.clients_one': '{{count, number}} client',
  'count.clients_other': '{{count, number}} clients',
  'count.roles_one': '{{count, number}} role',
  'count.roles_other': '{{count, number}} roles',
  'count.groups_one': '{{count, number}} group',
  'count.groups_other': '{{count, number}} groups',
  'count.members_one': '{{count, number}} member',
  'count.members_other': '{{count, number}} members',
  'count.sessions_one': '{{count, number}} session',
  'count.sessions_other': '{{count, number}} sessions',
  'count.consents_one': '{{count, number}} consent',
  'count.consents_other': '{{count, number}} consents',
  'count.settings_one': '{{count, number}} setting',
  'count.settings_other': '{{count, number}} settings',
} as const;
