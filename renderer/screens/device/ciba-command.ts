// A command to paste into a terminal, which sends a CIBA request (CIBA §7.1) as a client.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';

/** Values in the command. */
interface CommandValues {
  readonly issuer: string;
  readonly client: Pick<ClientRepresentation, 'clientId' | 'secret'>;
  readonly username: string;
}

/** The first client that may use CIBA and authenticates with a secret, as a command line can. */
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

/** Form encoding escapes everything that is special inside single quotes of a shell. */
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
