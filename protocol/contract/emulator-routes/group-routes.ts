// Routes of a realm's groups.
import type { RouteSubject } from './route-row.ts';

export const GROUP_ROUTES = {
  heading: 'Groups',
  routes: {
    'GET /realms/{realm}/groups/{group}/members': {
      summary: 'Searches the members of a group',
      callers: 'user viewer',
      path: { group: "the group's ID" },
      query: {
        text: { kind: 'text', meaning: 'words in the username, the name or the e-mail address' },
        subgroups: {
          kind: 'flag',
          default: false,
          meaning: 'whether members of groups below it are included',
        },
        first: { kind: 'number', least: 0, most: 999_999_999, default: 0, meaning: 'how many to skip' },
        max: { kind: 'number', least: 1, most: 1000, default: 100, meaning: 'most members on the page' },
      },
      responses: { 200: { type: 'GroupMembersWire', meaning: 'ordered by username' } },
      errors: { 404: 'The realm has no group with the ID' },
    },
  },
} as const;
GROUP_ROUTES satisfies RouteSubject;
