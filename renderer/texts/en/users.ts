// The texts of the screen Users.

export const USERS = {
  title: 'Users',
  summary: 'People who can sign in',
} as const;
