// The required actions of a realm: those with a page and those that the realm lists; their settings can be changed.
import type { RequiredActionRepresentation } from '#protocol/contract/realm-representation.ts';
import { currentActionName } from '#protocol/contract/settings/required-action.ts';
import { REQUIRED_ACTION_SETTINGS } from '#protocol/contract/settings/shared.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { conflict, notFound } from '../admin-error.ts';
import { changeRow, DONE, ok, parameter, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import { readObject } from '../members.ts';

const VIEW = ['view-realm', 'manage-realm'] as const;
const MANAGE = ['manage-realm'] as const;

/** Keycloak's names of the actions with a page, in its order. A realm need not list them. */
const NAMES: Readonly<Record<string, string>> = {
  CONFIGURE_TOTP: 'Configure OTP',
  TERMS_AND_CONDITIONS: 'Terms and Conditions',
  UPDATE_PASSWORD: 'Update Password',
  UPDATE_PROFILE: 'Update Profile',
  VERIFY_EMAIL: 'Verify Email',
  VERIFY_PROFILE: 'Verify Profile',
};

const PRIORITY_STEP = 10;

const aliasOf = ({ alias = '' }: RequiredActionRepresentation): string => currentActionName(alias);

/** An action as Keycloak shows it, with every member. */
function complete(action: RequiredActionRepresentation, index: number): RequiredActionRepresentation {
  const alias = aliasOf(action);
  return {
    alias,
    name: alias,
    providerId: alias,
    enabled: true,
    defaultAction: false,
    priority: (index + 1) * PRIORITY_STEP,
    config: {},
    ...action,
  };
}

/** Those of the realm, and those with a page that it does not list: they are enabled. By priority. */
function listActions({ requiredActions = [] }: StoredRealm): readonly RequiredActionRepresentation[] {
  const listed = new Set(requiredActions.map(aliasOf));
  const others = Object.entries(NAMES)
    .map(([alias, name], index) => complete({ alias, name }, index))
    .filter(({ alias = '' }) => !listed.has(alias));
  return [...requiredActions.map(complete), ...others].toSorted(
    (one, other) => (one.priority ?? 0) - (other.priority ?? 0),
  );
}

/** @throws {AdminError} 404. */
function findAction(request: RealmRequest): RequiredActionRepresentation {
  const alias = currentActionName(parameter(request, 'alias'));
  const found = listActions(request.realm.stored).find((action) => aliasOf(action) === alias);
  if (found === undefined) throw notFound('Failed to find required action');
  return found;
}

/** The realm with the action in place of the one of its name, or after the others. */
function withAction(realm: StoredRealm, action: RequiredActionRepresentation): StoredRealm {
  const { requiredActions = [] } = realm;
  const isSame = (other: RequiredActionRepresentation): boolean => aliasOf(other) === aliasOf(action);
  return {
    ...realm,
    requiredActions: requiredActions.some(isSame)
      ? requiredActions.map((other) => (isSame(other) ? action : other))
      : [...requiredActions, action],
  };
}

async function update(request: RealmRequest): Promise<Reply> {
  const before = findAction(request);
  const input = readObject<RequiredActionRepresentation>(
    request.exchange.json,
    REQUIRED_ACTION_SETTINGS,
    [],
    before,
  );
  const { alias = '' } = before;
  await request.updateRealm((realm) => withAction(realm, { ...before, ...input, alias }));
  return DONE;
}

/** Compat: the provider's identifier becomes the alias; the action is enabled and comes last. */
async function register(request: RealmRequest): Promise<Reply> {
  const { providerId = '', name = providerId } = readObject<RequiredActionRepresentation>(
    request.exchange.json,
    REQUIRED_ACTION_SETTINGS,
    ['providerId'],
  );
  await request.updateRealm((realm) => {
    const known = listActions(realm);
    if (known.some((action) => aliasOf(action) === currentActionName(providerId)))
      throw conflict(`Required action ${providerId} is registered already`);
    const priority = Math.max(...known.map((action) => action.priority ?? 0)) + PRIORITY_STEP;
    return withAction(realm, complete({ alias: providerId, name, providerId, priority }, 0));
  });
  return DONE;
}

const ACTION = '/authentication/required-actions/:alias';

export const REQUIRED_ACTION_ROWS: readonly RealmRow[] = [
  viewRow('/authentication/required-actions', VIEW, ({ realm }) => ok(listActions(realm.stored))),
  viewRow(ACTION, VIEW, (request) => ok(findAction(request))),
  changeRow('PUT', ACTION, MANAGE, 'Change required action', update),
  changeRow('POST', '/authentication/register-required-action', MANAGE, 'Register required action', register),
  viewRow('/authentication/unregistered-required-actions', VIEW, () => ok([])),
];
