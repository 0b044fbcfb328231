// Client policies and their profiles, as in the realm file: they are kept and not applied.
import {
  anything,
  flag,
  listOf,
  name,
  objectOf,
  text,
  texts,
  type ValueType,
} from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { type KeptObject, listKept } from '#protocol/realm/kept-objects.ts';
import { changeRow, DONE, ok, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import { checkUniqueNames, readObject } from '../members.ts';

const VIEW = ['view-realm', 'manage-realm'] as const;
const MANAGE = ['manage-realm'] as const;

const POLICY_WIRE = {
  name: { type: name },
  description: { type: text },
  enabled: { type: flag },
  conditions: {
    type: listOf(objectOf(() => ({ condition: { type: name }, configuration: { type: anything } }))),
  },
  profiles: { type: texts },
};
const PROFILE_WIRE = {
  name: { type: name },
  description: { type: text },
  executors: {
    type: listOf(objectOf(() => ({ executor: { type: name }, configuration: { type: anything } }))),
  },
};

interface Kind {
  /** The member of the realm. */
  readonly member: 'clientPolicies' | 'clientProfiles';
  /** Below the realm, in the body, and how Keycloak's own ones are called there. */
  readonly list: 'policies' | 'profiles';
  readonly globalList: 'globalPolicies' | 'globalProfiles';
  readonly title: string;
  readonly wire: Readonly<Record<string, { readonly type: ValueType }>>;
}

const KINDS: readonly Kind[] = [
  {
    member: 'clientPolicies',
    list: 'policies',
    globalList: 'globalPolicies',
    title: 'Change client policies',
    wire: {
      policies: { type: listOf(objectOf(() => POLICY_WIRE, 'name')) },
      globalPolicies: { type: anything },
    },
  },
  {
    member: 'clientProfiles',
    list: 'profiles',
    globalList: 'globalProfiles',
    title: 'Change client profiles',
    wire: {
      profiles: { type: listOf(objectOf(() => PROFILE_WIRE, 'name')) },
      globalProfiles: { type: anything },
    },
  },
];

const listOfKind = (realm: KeptObject, { member, list }: Kind): readonly KeptObject[] =>
  listKept((realm[member] ?? {}) as KeptObject, list);

/** Keycloak's own policies and profiles do not exist here. */
function read({ realm, exchange }: RealmRequest, kind: Kind): Reply {
  const withGlobal = exchange.query.get(`include-global-${kind.list}`) === 'true';
  return ok({
    [kind.list]: listOfKind(realm.stored, kind),
    ...(withGlobal ? { [kind.globalList]: [] } : {}),
  });
}

/** Compat: what was read with the global list can be sent back, and an object without the list empties it. */
async function update(request: RealmRequest, kind: Kind): Promise<Reply> {
  const body = readObject<KeptObject>(request.exchange.json, kind.wire);
  const items = listKept(body, kind.list);
  checkUniqueNames(
    kind.list,
    items.map((item) => item['name']),
  );
  await request.updateRealm((realm) => ({ ...realm, [kind.member]: { [kind.list]: items } }));
  return DONE;
}

export const CLIENT_POLICY_ROWS: readonly RealmRow[] = KINDS.flatMap((kind) => [
  viewRow(`/client-policies/${kind.list}`, VIEW, (request) => read(request, kind)),
  changeRow('PUT', `/client-policies/${kind.list}`, MANAGE, kind.title, (request) => update(request, kind)),
]);
