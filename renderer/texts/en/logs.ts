// The texts of the screen Logs.

export const LOGS = {
  title: 'Logs',
  summary: 'The live log, by level and category',
} as const;
