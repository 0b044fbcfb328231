// The texts of the screen Clients.

export const CLIENTS = {
  title: 'Clients',
  summary: 'Applications of this realm',
} as const;
