// The English texts by namespace: one for each screen, and one for each floor of the console.
// biome-ignore lint/performance/noBarrelFile: the name of each table is its namespace, and all of them are used.
export { ACTIVITY as activity } from './activity.ts';
export { API as api } from './api.ts';
export { APP as app } from './app.ts';
export { BUILT_IN_ROLES as builtInRoles } from './built-in-roles.ts';
export { CHOICES as choices } from './choices.ts';
export { CLIENTS as clients } from './clients.ts';
export { COMPONENTS as components } from './components.ts';
export { DEVICE as device } from './device.ts';
export { FAULTS as faults } from './faults.ts';
export { GROUPS as groups } from './groups.ts';
export { GUIDES as guides } from './guides.ts';
export { LOGS as logs } from './logs.ts';
export { MAIL as mail } from './mail.ts';
export { MAPPERS as mappers } from './mappers.ts';
export { OVERVIEW as overview } from './overview.ts';
export { REALM as realm } from './realm.ts';
export { REALM_DIALOGS as realmDialogs } from './realm-dialogs.ts';
export { ROLE_LISTS as roleLists } from './role-lists.ts';
export { ROLES as roles } from './roles.ts';
export { SESSION_LIST as sessionList } from './session-list.ts';
export { SESSIONS as sessions } from './sessions.ts';
export { SETTINGS as settings } from './settings.ts';
export { TRY_IT as tryIt } from './try-it.ts';
export { UI as ui } from './ui.ts';
export { USERS as users } from './users.ts';
