// The texts of controls that are used on every screen.

export const UI = {
  'message.close': 'Close this message',
} as const;
