// The German texts of settings by kind.
// biome-ignore lint/performance/noBarrelFile: the name of each table is the kind of its settings, and all of them are used.
export { FIX as fix } from './fix.ts';
export { MAIL_SERVER as mailServer } from './mail-server.ts';
export { USER as user } from './user.ts';
