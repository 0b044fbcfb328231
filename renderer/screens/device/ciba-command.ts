// A command that makes a client ask for a sign-in on the authentication device (CIBA §7.1), to be pasted into a terminal.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';

/** What the command is made of. */
interface CommandValues {
  readonly issuer: string;
  readonly client: Pick<ClientRepresentation, 'clientId' | 'secret'>;
  readonly username: string;
}

/** The first client that may ask and proves itself by a secret, as a command line can. */
export function findCibaClient<Client extends ClientRepresentation>(
  clients: readonly Client[],
): Client | undefined {
  return clients.find(
    (client) =>
      client.enabled !== false &&
      client.publicClient !== true &&
      client.attributes?.['oidc.ciba.grant.enabled'] === 'true' &&
      (client.clientAuthenticatorType ?? 'client-secret') === 'client-secret' &&
      client.secret !== undefined,
  );
}

/** Form encoding leaves nothing that a shell would read inside single quotes. */
export function writeCibaCommand({ issuer, client, username }: CommandValues): string {
  const parameters = new URLSearchParams({
    client_id: client.clientId ?? '',
    client_secret: client.secret ?? '',
    scope: 'openid profile',
    login_hint: username,
    binding_message: 'W4SCT-42',
  });
  const lines = [...parameters].map(([name, value]) => `  -d '${new URLSearchParams({ [name]: value })}'`);
  return [`curl '${issuer}/protocol/openid-connect/ext/ciba/auth'`, ...lines].join(' \\\n');
}
