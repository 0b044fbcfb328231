// Links between users and their accounts at identity providers.
import { text } from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { type KeptObject, listKept } from '#protocol/realm/kept-objects.ts';
import { withoutToken } from '#protocol/realm/users/federated-identities.ts';
import { conflict, notFound } from '../admin-error.ts';
import { changeRow, DONE, ok, parameter, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import { readObject } from '../members.ts';
import { findUser, updateUser } from './users.ts';

const MEMBER = 'federatedIdentities';
const MANAGE = ['manage-users'] as const;

const LINK_WIRE = { identityProvider: { type: text }, userId: { type: text }, userName: { type: text } };

const isOf =
  (provider: string) =>
  (link: KeptObject): boolean =>
    link['identityProvider'] === provider;

/** The user's links, without the tokens that the realm stores. */
async function list(request: RealmRequest): Promise<Reply> {
  return ok(listKept(await findUser(request), MEMBER).map(withoutToken));
}

async function add(request: RealmRequest): Promise<Reply> {
  const provider = parameter(request, 'provider');
  const known = listKept(request.realm.stored, 'identityProviders');
  await findUser(request);
  if (!known.some(({ alias }) => alias === provider))
    throw notFound(`Identity provider ${provider} not found`);
  const input = readObject<KeptObject>(request.exchange.json, LINK_WIRE, ['userId', 'userName']);
  await updateUser(request, (user) => {
    const links = listKept(user, MEMBER);
    if (links.some(isOf(provider))) throw conflict('User is already linked with provider');
    return { ...user, [MEMBER]: [...links, { ...withoutToken(input), identityProvider: provider }] };
  });
  return DONE;
}

async function remove(request: RealmRequest): Promise<Reply> {
  const provider = parameter(request, 'provider');
  await updateUser(request, (user) => {
    const links = listKept(user, MEMBER);
    if (!links.some(isOf(provider))) throw notFound('Link not found');
    return { ...user, [MEMBER]: links.filter((link) => !isOf(provider)(link)) };
  });
  return DONE;
}

const LINKS = '/users/:user/federated-identity';

export const FEDERATED_IDENTITY_ROWS: readonly RealmRow[] = [
  viewRow(LINKS, ['view-users', 'manage-users'], list),
  changeRow('POST', `${LINKS}/:provider`, MANAGE, 'Link user with identity provider', add),
  changeRow('DELETE', `${LINKS}/:provider`, MANAGE, 'Remove link of user with identity provider', remove),
];
