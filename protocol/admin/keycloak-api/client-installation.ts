// Installation files, which set up an application as a client of the realm.
import { INSTALLATIONS, isInstallationId } from '#protocol/contract/installations.ts';
import { NO_STORE } from '#protocol/http/replies.ts';
import type { InstallationWriters } from '#protocol/realm/clients/client-installation.ts';
import { badRequest, notFound } from '../admin-error.ts';
import { parameter, type RealmRequest, type RealmRow } from '../admin-route.ts';
import { findClient } from './clients.ts';

async function write(request: RealmRequest, writers: InstallationWriters) {
  const client = findClient(request);
  const id = parameter(request, 'provider');
  if (!isInstallationId(id))
    throw notFound(`Unknown Provider; use one of: ${Object.keys(INSTALLATIONS).join(', ')}`);
  const { protocol, mediaType, fileName } = INSTALLATIONS[id];
  if (client.protocol !== protocol)
    throw badRequest(
      `${id} is for clients of protocol ${protocol}; ${client.clientId} has protocol ${client.protocol}`,
    );
  const { baseUrl } = request.exchange;
  const body = await writers[id]({ realm: request.realm, client, baseUrl });
  return {
    status: 200,
    headers: {
      ...NO_STORE,
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${fileName}"`,
    },
    body,
  };
}

/** The files contain secrets and private keys, so permission to view clients is not enough. */
export function createClientInstallationRows(writers: InstallationWriters): readonly RealmRow[] {
  return [
    {
      method: 'GET',
      path: '/clients/:client/installation/providers/:provider',
      needs: ['manage-clients'],
      shows: 'credentials',
      handle: (request) => write(request, writers),
    },
  ];
}
