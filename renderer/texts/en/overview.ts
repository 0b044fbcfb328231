// The texts of the screen Overview.

export const OVERVIEW = {
  title: 'Overview',
  summary: 'Endpoints, demo users, Try it',
} as const;
