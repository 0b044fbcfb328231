// The German texts of settings by kind.
// biome-ignore lint/performance/noBarrelFile: the name of each table is the kind of its settings, and all of them are used.
export { INSTALLATION as installation } from './installation.ts';
export { MAIL_SERVER as mailServer } from './mail-server.ts';
export { SAMPLE_APPLICATION as sampleApplication } from './sample-application.ts';
export { USER as user } from './user.ts';
