// Initial access tokens for dynamic client registration, and renewal of registration access tokens.
import { nowInSeconds } from '#protocol/clock.ts';
import { integer } from '#protocol/contract/settings/value-type.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import {
  type InitialAccess,
  listInitialAccess,
  withInitialAccess,
} from '#protocol/realm/clients/initial-access.ts';
import {
  REGISTRATION_TOKEN_ATTRIBUTE,
  type RegistrationTokenType,
  signRegistrationToken,
} from '#protocol/token/registration-tokens.ts';
import { badRequest, notFound } from '../admin-error.ts';
import {
  changeRow,
  created,
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  viewRow,
} from '../admin-route.ts';
import { readObject } from '../members.ts';
import { findClient, updateClient } from './clients.ts';

const VIEW = ['view-clients', 'manage-clients'] as const;
const MANAGE = ['manage-clients'] as const;
const MAX_COUNT = 1_000_000;
const MAX_SECONDS = 10 * 365 * 24 * 3600;

interface InitialAccessInput {
  readonly expiration?: number;
  readonly count?: number;
}

function sign(
  { exchange, realm, clocks }: RealmRequest,
  keys: RealmKeys,
  type: RegistrationTokenType,
  id: string,
  expiresAt?: number,
): Promise<string> {
  const issuer = `${exchange.baseUrl}/realms/${encodeURIComponent(realm.name)}`;
  const owner = { name: realm.name, issuer, clock: clocks(realm.name) };
  return signRegistrationToken(keys, owner, { type, id, expiresAt });
}

function checkNumber(name: string, value: number, bounds: readonly [from: number, to: number]): void {
  const [from, to] = bounds;
  if (!Number.isInteger(value) || value < from || value > to)
    throw badRequest(`${name} must be a whole number from ${from} to ${to}`);
}

async function create(request: RealmRequest, keys: RealmKeys) {
  const input = readObject<InitialAccessInput>(request.exchange.json ?? {}, {
    expiration: { type: integer },
    count: { type: integer },
  });
  const { expiration = 0, count = 1 } = input;
  checkNumber('expiration', expiration, [0, MAX_SECONDS]);
  checkNumber('count', count, [1, MAX_COUNT]);
  const timestamp = nowInSeconds(request.clocks(request.realm.name));
  const entry: InitialAccess = { id: createUuid(), timestamp, expiration, count, remainingCount: count };
  await request.updateRealm((realm) => withInitialAccess(realm, [...listInitialAccess(realm), entry]));
  const expiresAt = expiration === 0 ? undefined : timestamp + expiration;
  // The token itself is shown only once: the realm stores nothing but its identifier.
  const token = await sign(request, keys, 'InitialAccessToken', entry.id, expiresAt);
  // Compat: 200, as clients check it, with the address of what was made.
  return { ...created(request.exchange, entry.id, { ...entry, token }), status: 200 };
}

async function remove(request: RealmRequest) {
  const id = parameter(request, 'id');
  await request.updateRealm((realm) => {
    const list = listInitialAccess(realm);
    if (!list.some((entry) => entry.id === id)) throw notFound('Could not find initial access token');
    return withInitialAccess(
      realm,
      list.filter((entry) => entry.id !== id),
    );
  });
  return DONE;
}

async function renewRegistrationAccess(request: RealmRequest, keys: RealmKeys) {
  const { clientId } = findClient(request);
  const id = createUuid();
  const realm = await updateClient(request, (client) => ({
    ...client,
    attributes: { ...client.attributes, [REGISTRATION_TOKEN_ATTRIBUTE]: id },
  }));
  const client = realm.clients?.find((candidate) => candidate.clientId === clientId);
  const registrationAccessToken = await sign(request, keys, 'RegistrationAccessToken', id);
  return ok({ ...client, registrationAccessToken });
}

export function createInitialAccessRows(keys: RealmKeys): readonly RealmRow[] {
  return [
    viewRow('/clients-initial-access', VIEW, ({ realm }) => ok(listInitialAccess(realm.stored))),
    changeRow(
      'POST',
      '/clients-initial-access',
      ['create-client', 'manage-clients'],
      'Create initial access token',
      (request) => create(request, keys),
    ),
    changeRow('DELETE', '/clients-initial-access/:id', MANAGE, 'Remove initial access token', remove),
    changeRow(
      'POST',
      '/clients/:client/registration-access-token',
      MANAGE,
      'Renew registration access token',
      (request) => renewRegistrationAccess(request, keys),
    ),
  ];
}
