// Fields of the realm's CIBA policy.
import { realmField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The CIBA tab. */
export const cibaSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('realm:ciba.policy'),
    summary: text('realm:ciba.policySummary'),
    fields: [
      realmField('cibaBackchannelTokenDeliveryMode'),
      realmField('cibaAuthRequestedUserHint'),
      realmField('cibaExpiresIn'),
      realmField('cibaInterval'),
    ],
  },
]);
