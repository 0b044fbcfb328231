// The English texts by namespace: one for each screen, and one for each floor of the console.
// biome-ignore lint/performance/noBarrelFile: the name of each table is its namespace, and all of them are used.
export { ACTIVITY as activity } from './activity.ts';
export { APP as app } from './app.ts';
export { CLIENT_FORMS as clientForms } from './client-forms.ts';
export { CLIENTS as clients } from './clients.ts';
export { COMPONENTS as components } from './components.ts';
export { DEVICE as device } from './device.ts';
export { EVENTS as events } from './events.ts';
export { FAULTS as faults } from './faults.ts';
export { FLOWS as flows } from './flows.ts';
export { GROUPS as groups } from './groups.ts';
export { LOGS as logs } from './logs.ts';
export { MAIL as mail } from './mail.ts';
export { OVERVIEW as overview } from './overview.ts';
export { REALM as realm } from './realm.ts';
export { ROLES as roles } from './roles.ts';
export { SESSIONS as sessions } from './sessions.ts';
export { SETTINGS as settings } from './settings.ts';
export { UI as ui } from './ui.ts';
export { USER_PROFILE as userProfile } from './user-profile.ts';
export { USERS as users } from './users.ts';
