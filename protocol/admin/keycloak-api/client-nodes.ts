// The cluster nodes of a client, which are called at sign-outs and revocations.
import { name } from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { badRequest, notFound } from '../admin-error.ts';
import { changeRow, DONE, ok, parameter, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import { own, readObject } from '../members.ts';
import { findClient, updateClient } from './clients.ts';

const VIEW = ['view-clients', 'manage-clients'] as const;
const MANAGE = ['manage-clients'] as const;

const MS_PER_SECOND = 1000;

async function register(request: RealmRequest): Promise<Reply> {
  findClient(request);
  const { node } = readObject<{ node?: string }>(request.exchange.json, { node: { type: name } });
  if (node === undefined) throw badRequest('Node not found in params');
  const now = Math.floor(request.clocks(request.realm.name).now() / MS_PER_SECOND);
  await updateClient(request, (client) => ({
    ...client,
    registeredNodes: { ...client.registeredNodes, [node]: now },
  }));
  return DONE;
}

async function unregister(request: RealmRequest): Promise<Reply> {
  findClient(request);
  const node = parameter(request, 'node');
  await updateClient(request, (client) => {
    if (own(client.registeredNodes, node) === undefined) throw notFound('Client does not have node ');
    const { [node]: _removed, ...registeredNodes } = client.registeredNodes ?? {};
    return { ...client, registeredNodes };
  });
  return DONE;
}

const NODES = '/clients/:client/nodes';

export const CLIENT_NODE_ROWS: readonly RealmRow[] = [
  changeRow('POST', NODES, MANAGE, 'Register cluster node of a client', register),
  changeRow('DELETE', `${NODES}/:node`, MANAGE, 'Remove cluster node of a client', unregister),
  // Nodes are not called for this, so that none succeeded and none failed.
  viewRow('/clients/:client/test-nodes-available', VIEW, (request) => {
    findClient(request);
    return ok({});
  }),
];
