// Fields of the realm's CIBA policy.
import { realmField } from '../../components/setting-field.ts';
import { perLanguage } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The CIBA tab. */
export const cibaSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: 'CIBA policy',
    summary: 'For sign-ins that a client starts and the user approves on another device (the Device screen).',
    fields: [
      realmField('cibaBackchannelTokenDeliveryMode'),
      realmField('cibaAuthRequestedUserHint'),
      realmField('cibaExpiresIn'),
      realmField('cibaInterval'),
    ],
  },
]);
