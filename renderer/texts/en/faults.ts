// The texts of the screen Faults.

export const FAULTS = {
  title: 'Faults',
  summary: 'Answers that are wrong on purpose: errors, delays, bad tokens and keys',
} as const;
