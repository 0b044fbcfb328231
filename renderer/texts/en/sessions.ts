// The texts of the screen Sessions.

export const SESSIONS = {
  title: 'Sessions',
  summary: 'Active sessions; end them or expire their tokens',
} as const;
