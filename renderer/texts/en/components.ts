// The texts of components that several screens share.

export const COMPONENTS = {
  'field.unsupported': '{{label}} (not supported)',
  'field.required': 'Enter a value. This field is required.',
  'field.seconds': 'seconds',
  'field.listHelp': '{{help}} Press Enter after each.',
} as const;
