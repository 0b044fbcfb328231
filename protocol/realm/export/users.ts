// Users for Keycloak: credentials in the form that it stores, and members whose default it reads differently.
import type {
  ClientRepresentation,
  CredentialRepresentation,
  UserRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { serviceAccountName } from '../users/service-account.ts';
import type { Report } from './findings.ts';

/** Members that Keycloak writes for a stored credential. */
const STORED: readonly string[] = [
  'id',
  'type',
  'userLabel',
  'createdDate',
  'priority',
  'federationLink',
  'secretData',
  'credentialData',
];

function credentialsForKeycloak(
  credentials: readonly CredentialRepresentation[],
  path: string,
  report: Report,
): CredentialRepresentation[] {
  const written: CredentialRepresentation[] = [];
  for (const [index, credential] of credentials.entries()) {
    const { type = 'password', secretData, credentialData } = credential;
    if (secretData === undefined || credentialData === undefined) {
      const why = 'Keycloak would read it as a plain password';
      report(
        `${path}[${index}]`,
        `A credential of type ${type} without secretData and credentialData is left out: ${why}.`,
      );
      continue;
    }
    const members = Object.entries(credential).filter(([name]) => STORED.includes(name));
    written.push({ ...Object.fromEntries(members), type });
  }
  return written;
}

/** A user without `enabled` is enabled here, but disabled in Keycloak. */
export function userForKeycloak(user: UserRepresentation, path: string, report: Report): UserRepresentation {
  const complete = {
    ...user,
    enabled: user.enabled ?? true,
    emailVerified: user.emailVerified ?? false,
  };
  if (user.credentials === undefined) return complete;
  const credentials = credentialsForKeycloak(user.credentials, `${path}.credentials`, report);
  return { ...complete, credentials };
}

/**
 * The clients that keep their service accounts. Keycloak creates a missing one at the import, and refuses the file when
 * another user has its name.
 */
export function withPossibleAccounts(
  clients: readonly ClientRepresentation[],
  users: readonly UserRepresentation[],
  report: Report,
): ClientRepresentation[] {
  const present = new Set(users.map((user) => user.serviceAccountClientId));
  const taken = new Set(users.map((user) => user.username));
  return clients.map((client, index) => {
    const isPossible = present.has(client.clientId) || !taken.has(serviceAccountName(client.clientId));
    if (client.serviceAccountsEnabled !== true || isPossible) return client;
    report(
      `clients[${index}].serviceAccountsEnabled`,
      'Another user has the name of the service account, so Keycloak cannot create it; false is written.',
    );
    return { ...client, serviceAccountsEnabled: false };
  });
}
