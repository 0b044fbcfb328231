// The realm's names and HTTPS requirement.
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The General tab. */
export const GENERAL_SECTIONS: readonly FieldSection[] = [
  {
    title: 'General settings',
    fields: [
      {
        kind: 'text',
        member: 'realm',
        label: 'Realm name',
        help: 'Part of every URL of the realm. After a change, clients must be updated.',
        check: (value) => (value === '' ? 'Enter a name. It is part of every URL of the realm.' : undefined),
      },
      {
        kind: 'text',
        member: 'displayName',
        label: 'Display name',
        help: 'The realm’s name on the sign-in page.',
      },
      {
        kind: 'switch',
        member: 'enabled',
        label: 'Enabled',
        help: 'A disabled realm rejects every request.',
        initial: true,
      },
    ],
  },
  {
    title: 'Security',
    fields: [
      {
        kind: 'choice',
        member: 'sslRequired',
        label: 'Require SSL',
        help: 'Which requests require HTTPS.',
        initial: 'external',
        choices: [
          { value: 'none', label: 'None' },
          { value: 'external', label: 'External requests only' },
          { value: 'all', label: 'All requests' },
        ],
      },
    ],
  },
];
