// Routes of roles: search in all of a realm, effective roles with where they come from, and who has a role.
import type { RouteSubject } from './route-row.ts';

export const ROLE_ROUTES = {
  heading: 'Roles',
  routes: {
    'GET /realms/{realm}/roles': {
      summary: 'Lists the roles of the realm and of all clients',
      query: {
        kind: { kind: 'text', choices: ['realm', 'client'], meaning: 'realm roles or client roles' },
        client: { kind: 'text', meaning: "a clientId; only this client's roles" },
        text: { kind: 'text', default: '', meaning: 'words in the name, the description or the clientId' },
        first: { kind: 'number', least: 0, most: 999_999_999, default: 0, meaning: 'how many to skip' },
        max: { kind: 'number', least: 1, most: 1000, default: 100, meaning: 'most roles on the page' },
      },
      responses: {
        200: { type: 'RolesPageWire', meaning: 'realm roles first, then by clientId and name' },
      },
      errors: { 400: '`client` is no client of the realm' },
    },
    'GET /realms/{realm}/roles/{role}': {
      summary: 'Reads what a role is: its owner, and whether it is composite, a default or built in',
      path: { role: "the role's ID" },
      responses: {
        200: { type: 'RoleWire', meaning: 'attributes and changes are those of the admin API' },
      },
      errors: { 404: 'There is no such role' },
    },
    'GET /realms/{realm}/users/{user}/effective-roles': {
      summary: 'Lists the roles of a user and where each comes from',
      path: { user: "the user's ID" },
      responses: {
        200: {
          type: 'EffectiveRoleWire[]',
          meaning:
            'what is assigned to the user, to its groups and their parents, and what comes with composite roles',
        },
      },
      errors: { 404: 'There is no such user' },
    },
    'GET /realms/{realm}/groups/{group}/effective-roles': {
      summary: 'Lists the roles that members of a group get and where each comes from',
      path: { group: "the group's ID" },
      responses: {
        200: {
          type: 'EffectiveRoleWire[]',
          meaning: 'what is assigned to the group and to its parents, and what comes with composite roles',
        },
      },
      errors: { 404: 'There is no such group' },
    },
    'GET /realms/{realm}/roles/{role}/effective-roles': {
      summary: 'Lists the roles that come with a composite role and where each comes from',
      path: { role: "the role's ID" },
      responses: {
        200: {
          type: 'EffectiveRoleWire[]',
          meaning:
            'its associated roles and what comes with them; without the role itself, even if a composite contains it',
        },
      },
      errors: { 404: 'There is no such role' },
    },
    'GET /realms/{realm}/roles/{role}/users': {
      summary: 'Lists the users who have a role',
      path: { role: "the role's ID" },
      query: {
        kind: {
          kind: 'text',
          choices: ['effective', 'direct', 'unassigned'],
          default: 'effective',
          meaning:
            '`effective`: users who have it in any way. `direct`: only those to whom it is assigned. `unassigned`: those to whom it is not assigned, although a group or a composite role may give it to them',
        },
        text: { kind: 'text', default: '', meaning: 'words in the username, the name or the e-mail address' },
        first: { kind: 'number', least: 0, most: 999_999_999, default: 0, meaning: 'how many to skip' },
        max: { kind: 'number', least: 1, most: 1000, default: 100, meaning: 'most users on the page' },
      },
      responses: {
        200: { type: 'RoleUsersWire', meaning: 'ordered by username, each with how the user has the role' },
      },
      errors: { 404: 'There is no such role' },
    },
    'GET /realms/{realm}/roles/{role}/groups': {
      summary: 'Lists the groups that have a role',
      path: { role: "the role's ID" },
      query: {
        kind: {
          kind: 'text',
          choices: ['effective', 'direct', 'unassigned'],
          default: 'effective',
          meaning:
            '`effective`: groups whose members get the role. `direct`: only those to which it is assigned. `unassigned`: those to which it is not assigned, although a parent or a composite role may give it to them',
        },
        text: { kind: 'text', default: '', meaning: 'words in the path' },
        first: { kind: 'number', least: 0, most: 999_999_999, default: 0, meaning: 'how many to skip' },
        max: { kind: 'number', least: 1, most: 1000, default: 100, meaning: 'most groups on the page' },
      },
      responses: {
        200: {
          type: 'RoleGroupsWire',
          meaning: 'parents before their children, each with how its members get the role',
        },
      },
      errors: { 404: 'There is no such role' },
    },
  },
} as const;
ROLE_ROUTES satisfies RouteSubject;
