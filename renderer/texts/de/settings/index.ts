// The German texts of settings by kind.
// biome-ignore lint/performance/noBarrelFile: the name of each table is the kind of its settings, and all of them are used.
export { CLIENT as client } from './client.ts';
export { FIX as fix } from './fix.ts';
export { INSTALLATION as installation } from './installation.ts';
export { MAIL_SERVER as mailServer } from './mail-server.ts';
export { MAPPER as mapper } from './mapper.ts';
export { MAPPER_TYPE as mapperType } from './mapper-type.ts';
export { PROVIDER_MAPPER_TYPE as providerMapperType } from './provider-mapper-type.ts';
export { REALM as realm } from './realm.ts';
export { SAMPLE_APPLICATION as sampleApplication } from './sample-application.ts';
export { CLIENT_SCOPE as clientScope, GROUP as group, ROLE as role } from './shared.ts';
export { USER as user } from './user.ts';
