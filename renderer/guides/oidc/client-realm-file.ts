// A realm file with the client, for guides that start a server of their own.
import type { GuideFile, GuideValues } from '../guide.ts';

/** `realms/<realm>.json`. */
export function clientRealmFile(values: GuideValues): GuideFile {
  const { realm, clientId, secret, redirectUri, origin, user, grants } = values;
  const client = {
    clientId,
    ...(secret === undefined ? { publicClient: true } : { secret }),
    redirectUris: [redirectUri],
    webOrigins: [origin],
    serviceAccountsEnabled: grants.includes('client_credentials'),
    directAccessGrantsEnabled: grants.includes('password'),
  };
  const users =
    user === undefined
      ? []
      : [
          {
            username: user.username,
            enabled: true,
            credentials: [{ type: 'password', value: user.password ?? 'password' }],
          },
        ];
  const text = JSON.stringify({ realm, enabled: true, clients: [client], users }, undefined, 2);
  return { name: `realms/${fileName(realm)}.json`, text: `${text}\n` };
}

/** The realm's name in characters that are safe in a file name. */
function fileName(realm: string): string {
  return realm.replace(/[^\w.-]/g, '-').replace(/^\.+/, '');
}
