// The texts of the screen Device.

export const DEVICE = {
  title: 'Device',
  summary: 'CIBA prompts, device codes, automatic answers',
} as const;
