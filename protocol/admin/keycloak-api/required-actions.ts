// The required actions of a realm: those with a page and those that the realm lists; their settings can be changed.
import type { RequiredActionRepresentation } from '#protocol/contract/realm-representation.ts';
import { currentActionName } from '#protocol/contract/settings/required-action.ts';
import { REQUIRED_ACTION_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { textMap } from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { badRequest, conflict, notFound } from '../admin-error.ts';
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
  CONFIGURE_RECOVERY_AUTHN_CODES: 'Recovery Authentication Codes',
  update_user_locale: 'Update User Locale',
};

/** Keycloak's names of the actions without a page. They act on no one, so that a realm has them only if it lists them. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  UPDATE_EMAIL: 'Update Email',
  delete_account: 'Delete Account',
  delete_credential: 'Delete Credential',
  idp_link: 'Linking Identity Provider',
  'webauthn-register': 'Webauthn Register',
  'webauthn-register-passwordless': 'Webauthn Register Passwordless',
};

/** The actions that a realm can have, by alias. */
export const ACTION_NAMES: Readonly<Record<string, string>> = { ...NAMES, ...OTHER_NAMES };

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

/** A removed action stays in the realm, disabled and with this member: one that is not listed is enabled. */
const REMOVED = 'removed';

const isRemoved = (action: RequiredActionRepresentation): boolean => action[REMOVED] === true;

/** Those of the realm, and those with a page that it does not list: they are enabled. By priority. */
function listActions(realm: StoredRealm): readonly RequiredActionRepresentation[] {
  return listAll(realm).filter((action) => !isRemoved(action));
}

function listAll({ requiredActions = [] }: StoredRealm): readonly RequiredActionRepresentation[] {
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
  // Compat: alias and provider identify the action and stay; clients send them empty.
  const { alias = '', providerId = alias } = before;
  await request.updateRealm((realm) => withAction(realm, { ...before, ...input, alias, providerId }));
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

async function remove(request: RealmRequest): Promise<Reply> {
  const action = findAction(request);
  await request.updateRealm((realm) => withAction(realm, { ...action, enabled: false, [REMOVED]: true }));
  return DONE;
}

/** Changes places with the action before or after. Compat: the first and the last stay where they are. */
async function move(request: RealmRequest, by: -1 | 1): Promise<Reply> {
  const action = findAction(request);
  await request.updateRealm((realm) => {
    const actions = listActions(realm);
    const index = actions.findIndex((each) => aliasOf(each) === aliasOf(action));
    const [own, other] = [actions[index], actions[index + by]];
    if (own === undefined || other === undefined) return realm;
    if (own.priority !== other.priority)
      return [
        { ...own, priority: other.priority ?? 0 },
        { ...other, priority: own.priority ?? 0 },
      ].reduce(withAction, realm);
    // Realm files may give several actions the same priority.
    return actions
      .with(index, other)
      .with(index + by, own)
      .map((each, place) => ({ ...each, priority: (place + 1) * PRIORITY_STEP }))
      .reduce(withAction, realm);
  });
  return DONE;
}

/** Those that were removed, and those without a page that the realm does not list. */
function listUnregistered({ realm }: RealmRequest): Reply {
  const all = listAll(realm.stored);
  const removed = all.filter(isRemoved).map(({ name, providerId }) => ({ name, providerId }));
  const listed = new Set(all.map(aliasOf));
  const others = Object.entries(OTHER_NAMES)
    .filter(([alias]) => !listed.has(alias))
    .map(([providerId, name]) => ({ name, providerId }));
  return ok([...removed, ...others]);
}

/** The settings that every action of Keycloak has. */
const PROPERTIES = [{ name: 'max_auth_age', label: 'max_auth_age', type: 'String' }];

const WARNING_THRESHOLD = 'warning_threshold';
const RECOVERY_CODES = 'CONFIGURE_RECOVERY_AUTHN_CODES';

/** Settings of single actions. */
const OWN_PROPERTIES: Readonly<Record<string, readonly object[]>> = {
  [RECOVERY_CODES]: [
    {
      name: WARNING_THRESHOLD,
      label: 'Warning Threshold',
      helpText: 'With fewer recovery codes than this, users are warned when they enter one.',
      type: 'Integer',
      defaultValue: 4,
    },
  ],
};

/** @throws {AdminError} 400. */
function checkConfig(alias: string, config: Readonly<Record<string, string>>): void {
  const threshold = config[WARNING_THRESHOLD];
  if (alias !== RECOVERY_CODES || threshold === undefined) return;
  if (!/^\d{1,9}$/.test(threshold))
    throw badRequest(`config.${WARNING_THRESHOLD} must be a whole number, 0 or more, for example "4"`);
}

/** @throws {AdminError} 400, as Keycloak answers for an action that is not there. */
function findConfigurable(request: RealmRequest): RequiredActionRepresentation {
  const alias = currentActionName(parameter(request, 'alias'));
  const found = listActions(request.realm.stored).find((action) => aliasOf(action) === alias);
  if (found === undefined) throw badRequest('RequiredAction is not configurable');
  return found;
}

async function changeConfig(request: RealmRequest, config: Readonly<Record<string, string>>): Promise<Reply> {
  const action = findConfigurable(request);
  await request.updateRealm((realm) => withAction(realm, { ...action, config }));
  return DONE;
}

function updateConfig(request: RealmRequest): Promise<Reply> {
  const action = findConfigurable(request);
  const { config } = readObject<{ config: Readonly<Record<string, string>> }>(
    request.exchange.json,
    { config: { type: textMap } },
    ['config'],
  );
  const given = Object.entries(config).filter(([, value]) => value !== '');
  const changed = Object.fromEntries(given);
  checkConfig(aliasOf(action), changed);
  return changeConfig(request, changed);
}

const ACTION = '/authentication/required-actions/:alias';

export const REQUIRED_ACTION_ROWS: readonly RealmRow[] = [
  viewRow('/authentication/required-actions', VIEW, ({ realm }) => ok(listActions(realm.stored))),
  viewRow(ACTION, VIEW, (request) => ok(findAction(request))),
  changeRow('PUT', ACTION, MANAGE, 'Change required action', update),
  changeRow('DELETE', ACTION, MANAGE, 'Remove required action', remove),
  changeRow('POST', `${ACTION}/raise-priority`, MANAGE, 'Raise required action', (request) =>
    move(request, -1),
  ),
  changeRow('POST', `${ACTION}/lower-priority`, MANAGE, 'Lower required action', (request) =>
    move(request, 1),
  ),
  viewRow(`${ACTION}/config-description`, VIEW, (request) => {
    const own = OWN_PROPERTIES[aliasOf(findAction(request))] ?? [];
    return ok({ properties: [...own, ...PROPERTIES] });
  }),
  viewRow(`${ACTION}/config`, VIEW, (request) => ok({ config: findConfigurable(request).config })),
  changeRow('PUT', `${ACTION}/config`, MANAGE, 'Change configuration of required action', updateConfig),
  changeRow('DELETE', `${ACTION}/config`, MANAGE, 'Remove configuration of required action', (request) =>
    changeConfig(request, {}),
  ),
  changeRow('POST', '/authentication/register-required-action', MANAGE, 'Register required action', register),
  viewRow('/authentication/unregistered-required-actions', VIEW, listUnregistered),
];
