// Settings of a provider's stand-in.
import {
  PEOPLE_SETTING,
  STAND_IN_FAULT_SETTING,
  STAND_IN_SETTING,
} from '#protocol/contract/stand-in-settings.ts';
import { text } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { choiceField, longField } from './config-field.ts';
import { checkPeople } from './people.ts';

/** `type`: of the provider; what `auto` means depends on it. */
export function standInSections(isNetwork: boolean): readonly FieldSection[] {
  return [
    {
      title: text('providers:standIn.title'),
      fields: [
        choiceField(
          STAND_IN_SETTING,
          text('providers:standIn.who'),
          [
            { value: 'auto', label: text('providers:standIn.auto') },
            { value: 'always', label: text('providers:standIn.always') },
            { value: 'never', label: text('providers:standIn.never') },
          ],
          text(isNetwork ? 'providers:standIn.autoNetwork' : 'providers:standIn.autoProtocol'),
        ),
        choiceField(
          STAND_IN_FAULT_SETTING,
          text('providers:standIn.fault'),
          [
            { value: '', label: text('providers:fault.none') },
            { value: 'access_denied', label: text('providers:fault.denied') },
            { value: 'server_error', label: text('providers:fault.error') },
            { value: 'temporarily_unavailable', label: text('providers:fault.unavailable') },
          ],
          text('providers:standIn.faultHelp'),
        ),
      ],
    },
    {
      title: text('providers:people.title'),
      summary: text('providers:people.summary'),
      fields: [longField(PEOPLE_SETTING, text('providers:people.title'), '', { check: checkPeople })],
    },
  ];
}
