// Fields of the realm's names and of how browsers reach it.
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The tab "General". */
export const GENERAL_SECTIONS: readonly FieldSection[] = [
  {
    title: 'Names',
    fields: [
      {
        kind: 'text',
        member: 'realm',
        label: 'Name',
        help: 'Stands in every address. Clients must be told when it changes.',
        check: (value) => (value === '' ? 'Give the realm a name; it stands in every address.' : undefined),
      },
      {
        kind: 'text',
        member: 'displayName',
        label: 'Display name',
        help: 'What the sign-in page calls the realm.',
      },
      {
        kind: 'switch',
        member: 'enabled',
        label: 'Enabled',
        help: 'A disabled realm refuses every request.',
        initial: true,
      },
    ],
  },
  {
    title: 'Addresses',
    fields: [
      {
        kind: 'choice',
        member: 'sslRequired',
        label: 'HTTPS',
        help: 'Which requests must come by HTTPS.',
        initial: 'external',
        choices: [
          { value: 'none', label: 'None' },
          { value: 'external', label: 'Those from other machines' },
          { value: 'all', label: 'All' },
        ],
      },
    ],
  },
];
