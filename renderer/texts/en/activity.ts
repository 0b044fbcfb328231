// The texts of the screen Activity.

export const ACTIVITY = {
  title: 'Activity',
  summary: 'Every request and response, decoded',
} as const;
