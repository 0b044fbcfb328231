// The user profile of a realm: which attributes users have, who sees and changes them, and how forms show them.
import {
  anything,
  flag,
  listOf,
  mapOf,
  name,
  objectOf,
  oneOf,
  text,
  texts,
} from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { profileConfigOf, withProfileConfig } from '#protocol/realm/profile/profile-definition.ts';
import { ADMIN_CONTEXT } from '#protocol/realm/profile/profile-fields.ts';
import { describeProfile } from '#protocol/realm/profile/profile-metadata.ts';
import { invalid } from '../admin-error.ts';
import { changeRow, ok, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import { checkUniqueNames, readObject } from '../members.ts';
import { findUser } from './users.ts';

const PERSONS = oneOf(['admin', 'user']);

const ATTRIBUTE_WIRE = {
  name: { type: name },
  displayName: { type: text },
  permissions: {
    type: objectOf(() => ({ view: { type: listOf(PERSONS) }, edit: { type: listOf(PERSONS) } })),
  },
  required: { type: objectOf(() => ({ roles: { type: listOf(PERSONS) }, scopes: { type: texts } })) },
  selector: { type: objectOf(() => ({ scopes: { type: texts } })) },
  validations: { type: mapOf(anything) },
  annotations: { type: mapOf(anything) },
  multivalued: { type: flag },
  group: { type: text },
  defaultValue: { type: text },
};

const GROUP_WIRE = {
  name: { type: name },
  displayHeader: { type: text },
  displayDescription: { type: text },
  annotations: { type: mapOf(anything) },
};

const CONFIG_WIRE = {
  attributes: { type: listOf(objectOf(() => ATTRIBUTE_WIRE, 'name')) },
  groups: { type: listOf(objectOf(() => GROUP_WIRE, 'name')) },
  unmanagedAttributePolicy: { type: oneOf(['ENABLED', 'ADMIN_VIEW', 'ADMIN_EDIT']) },
};

interface Named {
  readonly name: string;
  readonly group?: string;
}

interface ProfileConfig extends Readonly<Record<string, unknown>> {
  readonly attributes: readonly Named[];
  readonly groups?: readonly Named[];
}

/** Attributes that every profile has. */
const FIXED: readonly string[] = ['username', 'email'];

/** @throws {AdminError} 400 naming the attribute or group. */
function checkNames({ attributes, groups = [] }: ProfileConfig): void {
  for (const [member, list] of Object.entries({ attributes, groups }))
    checkUniqueNames(
      member,
      list.map((item) => item.name),
    );
  const missing = FIXED.find((each) => !attributes.some((attribute) => attribute.name === each));
  if (missing !== undefined)
    throw invalid(`attributes must contain "${missing}", which cannot be removed from the user profile`);
  for (const { name: attribute, group } of attributes)
    if (group !== undefined && group !== '' && !groups.some((each) => each.name === group))
      throw invalid(`attribute "${attribute}" names the group "${group}", which is not in groups`);
}

async function update(request: RealmRequest): Promise<Reply> {
  const config = readObject<ProfileConfig>(request.exchange.json, CONFIG_WIRE, ['attributes']);
  checkNames(config);
  await request.updateRealm((realm) => withProfileConfig(realm, config));
  return ok(config);
}

/** The user's attributes that the profile does not declare, which are shown if its policy lets administrators see them. */
async function readUnmanaged(request: RealmRequest): Promise<Reply> {
  const { attributes = {} } = await findUser(request);
  const { attributes: rows, unmanagedAttributePolicy: policy } = profileConfigOf(request.realm);
  if (policy === undefined) return ok({});
  const declared = new Set((rows as readonly Named[]).map((row) => row.name));
  return ok(Object.fromEntries(Object.entries(attributes).filter(([key]) => !declared.has(key))));
}

export const USER_PROFILE_ROWS: readonly RealmRow[] = [
  viewRow('/users/profile', undefined, ({ realm }) => ok(profileConfigOf(realm))),
  changeRow('PUT', '/users/profile', ['manage-realm'], 'Change user profile', update),
  viewRow('/users/profile/metadata', undefined, ({ realm }) => ok(describeProfile(realm, ADMIN_CONTEXT))),
  viewRow('/users/:user/unmanagedAttributes', ['view-users', 'manage-users'], readUnmanaged),
];
