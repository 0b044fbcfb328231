// The realm's names and HTTPS requirement.
import { realmField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The General tab. */
export const generalSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('realm:general.names'),
    fields: [
      realmField('realm', {
        check: (value) => (value === '' ? text('realm:general.checkName') : undefined),
      }),
      realmField('displayName'),
      realmField('displayNameHtml'),
      realmField('enabled'),
    ],
  },
  { title: text('realm:general.security'), fields: [realmField('sslRequired')] },
]);
