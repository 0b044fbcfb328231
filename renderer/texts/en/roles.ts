// The texts of the screen Roles.

export const ROLES = {
  title: 'Roles',
  summary: 'Realm and client roles, composites, and who has them',
} as const;
