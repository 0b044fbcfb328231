// For the tests of this folder: a format of descriptions and installation files that need no protocol.
import { INSTALLATIONS, type InstallationId } from '#protocol/contract/installations.ts';
import {
  type ClientDescriptionConverter,
  ClientDescriptionError,
} from '#protocol/realm/clients/client-description.ts';
import type { InstallationWriter } from '#protocol/realm/clients/client-installation.ts';
import type { AdminDeps } from '../deps.ts';

/** `client: <clientId>` on one line. */
const LINE_FORMAT: ClientDescriptionConverter = {
  format: 'a line',
  reads: (text) => text.startsWith('client:'),
  convert(text, { realm, now, clientId: meant }) {
    const clientId = text.slice('client:'.length).trim();
    if (clientId === '') return Promise.reject(new ClientDescriptionError('the line names no client'));
    return Promise.resolve({ clientId, description: [realm.realm, now, meant].join(' ').trim() });
  },
};

const writerOf =
  (id: string): InstallationWriter =>
  ({ realm, client, baseUrl }) =>
    Promise.resolve(`${id} of ${client.clientId} in ${realm.name} at ${baseUrl}`);

/** What the protocols give to the server. */
export function createTestFormats(): Pick<AdminDeps, 'clientDescriptions' | 'installations'> {
  const writers = Object.keys(INSTALLATIONS).map((id) => [id, writerOf(id)]);
  return {
    clientDescriptions: [LINE_FORMAT],
    installations: Object.fromEntries(writers) as Record<InstallationId, InstallationWriter>,
  };
}
