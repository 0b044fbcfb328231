// Settings of the realm's events.
import { EVENT_TYPES } from '#protocol/contract/events.ts';
import { realmField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const saved = { shown: (values: FieldValues) => values['eventsEnabled'] === true };
const adminSaved = { shown: (values: FieldValues) => values['adminEventsEnabled'] === true };

/** The settings on the Events tab. */
export const eventSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('events:user.section'),
    fields: [
      realmField('eventsEnabled'),
      realmField('eventsExpiration', saved),
      realmField('enabledEventTypes', {
        ...saved,
        wide: true,
        placeholder: text('events:user.defaultTypes'),
        choices: EVENT_TYPES.map((value) => ({ value, label: value })),
      }),
    ],
  },
  {
    title: text('events:admin.section'),
    fields: [
      realmField('adminEventsEnabled'),
      realmField('adminEventsDetailsEnabled', adminSaved),
      realmField('adminEventsExpiration', adminSaved),
    ],
  },
]);
