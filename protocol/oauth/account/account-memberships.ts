// The account API's groups, languages and shared resources of the user.

import { notImplemented } from '#protocol/http/not-found.ts';
import { findGroupByPath } from '#protocol/realm/groups/group-tree.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { type AccountCall, accountError, accountReply } from './account-route.ts';

const READ = ['manage-account', 'view-profile'] as const;

/** Compat: `GroupRepresentation`; attributes and roles only without `briefRepresentation`. */
function describeGroups({ stored }: Realm, user: StoredUser, isBrief: boolean): readonly unknown[] {
  return (user.groups ?? []).flatMap((path) => {
    const placed = findGroupByPath(stored.groups, path);
    if (placed === undefined) return [];
    const { id, name, attributes = {}, realmRoles = [], clientRoles = {} } = placed.group;
    const { parentId } = placed;
    return [
      {
        id,
        name,
        path,
        ...(parentId === undefined ? {} : { parentId }),
        subGroups: [],
        ...(isBrief ? {} : { attributes, realmRoles, clientRoles }),
      },
    ];
  });
}

export function listMembershipCalls(): readonly AccountCall[] {
  return [
    {
      method: 'GET',
      path: '/groups',
      title: 'Account groups',
      roles: ['manage-account', 'view-groups'],
      answer: ({ realm, query }, { user }) =>
        accountReply(describeGroups(realm, user, query.get('briefRepresentation') !== 'false')),
    },
    {
      method: 'GET',
      path: '/supportedLocales',
      title: 'Account languages',
      roles: [],
      answer: ({ realm }) => accountReply([...new Set(realm.stored.supportedLocales ?? [])]),
    },
    {
      method: 'GET',
      path: '/resources',
      title: 'Account resources',
      roles: READ,
      answer({ realm }) {
        if (realm.stored.userManagedAccessAllowed === true)
          throw notImplemented('authorization services (UMA)');
        throw accountError('access_denied', {
          description: 'User-managed access not enabled',
          reason: `Realm ${realm.name} does not let users share resources, and Understudy has none.`,
          remedy: 'Leave the call out of tests against Understudy, or run them against Keycloak.',
        });
      },
    },
  ];
}
