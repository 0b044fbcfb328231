// The texts of the screen Groups.

export const GROUPS = {
  title: 'Groups',
  summary: 'The tree of groups, members, roles, default groups',
} as const;
