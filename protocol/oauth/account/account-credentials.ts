// The account API's credentials: what the user signs in with, and what of it the user can set up, rename and remove.
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { emptyReply, NO_STORE } from '#protocol/http/replies.ts';
import { recordRemovedCredential } from '#protocol/login/required-actions/delete-credential.ts';
import {
  type IdentifiedCredential,
  listCredentials,
  moveCredential,
  withoutSecrets,
} from '#protocol/realm/users/credential-list.ts';
import {
  actionsOf,
  type CredentialType,
  findCredentialType,
  listCredentialTypes,
} from '#protocol/realm/users/credential-types.ts';
import {
  countAllRecoveryCodes,
  countRecoveryCodes,
  RECOVERY_CODES,
} from '#protocol/realm/users/recovery-codes.ts';
import { recoveryCodesThresholdOf } from '#protocol/realm/users/required-actions.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';
import type { VerifiedToken } from '#protocol/token/token-verifier.ts';
import { type AccountCall, accountError, accountReply } from './account-route.ts';

const RULE = 'change-credential';
const MANAGE = ['manage-account'] as const;
const MAX_LABEL_LENGTH = 255;

/** A text of the console, by key. */
interface MessageWire {
  readonly key: string;
  readonly parameters: readonly string[];
}

/** Compat: `CredentialMetadataRepresentation`. */
interface CredentialWire {
  readonly credential: CredentialRepresentation;
  readonly infoMessage?: MessageWire;
  readonly warningMessageTitle?: MessageWire;
  readonly warningMessageDescription?: MessageWire;
}

/** Compat: `CredentialContainer`. */
interface CredentialTypeWire {
  readonly type: string;
  readonly category: string;
  readonly displayName: string;
  readonly helptext: string;
  readonly iconCssClass: string;
  readonly createAction?: string;
  readonly updateAction?: string;
  readonly removeable: boolean;
  readonly userCredentialMetadatas?: readonly CredentialWire[];
}

/** Changes the user's credentials; undefined: the user lacks one of those named. */
type Change = (user: StoredUser, id: string, exchange: RealmExchange) => StoredUser | undefined;

export function listCredentialCalls({ users }: Pick<Store, 'users'>): readonly AccountCall[] {
  const changing = (change: Change) => (exchange: RealmExchange, token: VerifiedToken) =>
    changeCredentials(users, exchange, token, change);
  return [
    {
      method: 'GET',
      path: '/credentials',
      title: 'Account credentials',
      roles: ['manage-account', 'view-profile'],
      answer: listTypes,
    },
    {
      method: 'DELETE',
      path: '/credentials/:credential',
      title: 'Account credential, removal',
      roles: MANAGE,
      answer: (exchange, token) => removeCredential(users, exchange, token),
    },
    {
      method: 'PUT',
      path: '/credentials/:credential/label',
      title: 'Account credential, label',
      body: 'json',
      roles: MANAGE,
      answer: changing(rename),
    },
    {
      method: 'POST',
      path: '/credentials/:credential/moveToFirst',
      title: 'Account credential, order',
      roles: MANAGE,
      answer: changing((user, id) => moveCredential(user, id, undefined)),
    },
    {
      method: 'POST',
      path: '/credentials/:credential/moveAfter/:previous',
      title: 'Account credential, order',
      roles: MANAGE,
      answer: changing((user, id, { pathParameters }) =>
        moveCredential(user, id, pathParameters['previous'] ?? ''),
      ),
    },
  ];
}

function listTypes({ realm, query }: RealmExchange, { user }: VerifiedToken): Reply {
  const wanted = query.get('type');
  const withCredentials = query.get('user-credentials') !== 'false';
  return accountReply(
    listCredentialTypes(realm)
      .filter(({ type }) => wanted === undefined || wanted === type)
      .map((type) => describeType(realm, user, type, withCredentials))
      // Compat: without a credential and without an action, the user could do nothing with it.
      .filter(
        ({ createAction, updateAction, userCredentialMetadatas }) =>
          createAction !== undefined || updateAction !== undefined || userCredentialMetadatas?.length !== 0,
      ),
  );
}

function describeType(
  realm: Realm,
  user: StoredUser,
  row: CredentialType,
  withCredentials: boolean,
): CredentialTypeWire {
  const { type, category, iconCssClass, removeable } = row;
  const own = listCredentials(user).filter((credential) => (credential.type ?? 'password') === type);
  const { create, update } = actionsOf(realm, row, own.length);
  return {
    type,
    category,
    displayName: `${type}-display-name`,
    helptext: `${type}-help-text`,
    iconCssClass,
    ...(create === undefined ? {} : { createAction: create }),
    ...(update === undefined ? {} : { updateAction: update }),
    removeable,
    ...(withCredentials
      ? { userCredentialMetadatas: own.map((credential) => describeCredential(realm, user, credential)) }
      : {}),
  };
}

function describeCredential(
  realm: Realm,
  user: StoredUser,
  credential: IdentifiedCredential,
): CredentialWire {
  const shown = { ...withoutSecrets(credential), type: credential.type ?? 'password' };
  if (credential.type !== RECOVERY_CODES) return { credential: shown };
  const [left, total] = [countRecoveryCodes(user), countAllRecoveryCodes(user)];
  const used = { key: 'recovery-codes-number-used', parameters: [`${total - left}/${total}`] };
  if (left >= recoveryCodesThresholdOf(realm)) return { credential: shown, infoMessage: used };
  return {
    credential: shown,
    infoMessage: used,
    warningMessageTitle: { key: 'recovery-codes-number-remaining', parameters: [String(left)] },
    warningMessageDescription: { key: 'recovery-codes-generate-new-codes', parameters: [] },
  };
}

function remove(user: StoredUser, id: string): StoredUser | undefined {
  const credential = listCredentials(user).find((each) => each.id === id);
  if (credential === undefined) return undefined;
  if (findCredentialType(credential.type)?.removeable === false)
    throw accountError('invalid_request', {
      rule: RULE,
      description: `Credential type ${credential.type ?? 'password'} cannot be removed`,
      remedy: 'Change the password instead, with kc_action=UPDATE_PASSWORD.',
    });
  return { ...user, credentials: listCredentials(user).filter((each) => each.id !== id) };
}

function rename(user: StoredUser, id: string, { json }: RealmExchange): StoredUser | undefined {
  if (typeof json !== 'string' || json.length > MAX_LABEL_LENGTH || /\p{Cc}/u.test(json))
    throw accountError('invalid_request', {
      rule: RULE,
      description: `The body must be a JSON string of at most ${MAX_LABEL_LENGTH} characters`,
      remedy: 'Send the new label in quotation marks, with Content-Type: application/json.',
    });
  const credentials = listCredentials(user);
  if (!credentials.some((each) => each.id === id)) return undefined;
  return {
    ...user,
    credentials: credentials.map((each) => (each.id === id ? { ...each, userLabel: json } : each)),
  };
}

async function removeCredential(
  users: Store['users'],
  exchange: RealmExchange,
  token: VerifiedToken,
): Promise<Reply> {
  const id = exchange.pathParameters['credential'];
  const removed = listCredentials(token.user).find((each) => each.id === id);
  const reply = await changeCredentials(users, exchange, token, remove);
  if (removed !== undefined) recordRemovedCredential(exchange.activity, removed);
  return reply;
}

async function changeCredentials(
  users: Store['users'],
  exchange: RealmExchange,
  { user }: VerifiedToken,
  change: Change,
): Promise<Reply> {
  const { realm, activity } = exchange;
  const id = exchange.pathParameters['credential'] ?? '';
  // Checked before the change, so that a refusal changes nothing.
  if (change(user, id, exchange) === undefined) throw notFound(user);
  const changed = await users.update(
    realm.id,
    user.id,
    (current) => change(current, id, exchange) ?? current,
  );
  if (changed === undefined) throw notFound(user);
  activity.recordPass(RULE, `The credentials of ${user.username} are changed.`);
  return emptyReply(204, NO_STORE);
}

function notFound({ username }: StoredUser): ReturnType<typeof accountError> {
  return accountError('invalid_request', {
    status: 404,
    rule: RULE,
    description: 'Credential not found',
    reason: `${username} has no credential with the id in the path. Credentials of other users are not accessible here.`,
    remedy: 'Send an id that GET …/account/credentials lists.',
  });
}
