// The texts of the screen Settings.

export const SETTINGS = {
  title: 'Settings',
  summary: 'Start options, their values and origins',
} as const;
