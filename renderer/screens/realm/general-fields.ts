// The realm's names and HTTPS requirement.
import { realmField } from '../../components/setting-field.ts';
import { perLanguage } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The General tab. */
export const generalSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: 'General settings',
    fields: [
      realmField('realm', {
        check: (value) => (value === '' ? 'Enter a name. It is part of every URL of the realm.' : undefined),
      }),
      realmField('displayName'),
      realmField('displayNameHtml'),
      realmField('enabled'),
    ],
  },
  { title: 'Security', fields: [realmField('sslRequired')] },
]);
