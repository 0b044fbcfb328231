// Settings that every identity provider has.
import type { Flow } from '../../api/flows.ts';
import { text } from '../../texts/text.ts';
import type { Choice, Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const toggle = (member: string, label: string, help: string, initial = false): Field => ({
  kind: 'switch',
  member,
  label,
  help,
  initial,
});

/** Flows that can be chosen; an empty value is the default. */
function flowChoices(flows: readonly Flow[], unset: string): readonly Choice[] {
  return [
    { value: '', label: unset },
    ...flows.filter(({ topLevel }) => topLevel).map(({ alias }) => ({ value: alias, label: alias })),
  ];
}

function flowField(member: string, label: string, help: string, choices: readonly Choice[]): Field {
  return { kind: 'choice', member, label, help, initial: '', choices };
}

const accountFields = (flows: readonly Flow[]): readonly Field[] => [
  toggle('trustEmail', text('providerForms:trustEmail'), text('providerForms:trustEmailHelp')),
  {
    kind: 'choice',
    within: 'config',
    member: 'syncMode',
    label: text('providerForms:syncMode'),
    help: text('providerForms:syncModeHelp'),
    initial: 'LEGACY',
    choices: [
      { value: 'IMPORT', label: text('providerForms:syncMode.import') },
      { value: 'FORCE', label: text('providerForms:syncMode.force') },
      { value: 'LEGACY', label: text('providerForms:syncMode.legacy') },
    ],
  },
  flowField(
    'firstBrokerLoginFlowAlias',
    text('providerForms:firstFlow'),
    text('providerForms:firstFlowHelp'),
    flowChoices(flows, text('providerForms:firstFlow.unset')),
  ),
  flowField(
    'postBrokerLoginFlowAlias',
    text('providerForms:postFlow'),
    text('providerForms:postFlowHelp'),
    flowChoices(flows, text('providerForms:postFlow.unset')),
  ),
  toggle('storeToken', text('providerForms:storeToken'), text('providerForms:storeTokenHelp')),
  {
    ...toggle(
      'addReadTokenRoleOnCreate',
      text('providerForms:readToken'),
      text('providerForms:readTokenHelp'),
    ),
    shown: (values) => values['storeToken'] === true,
  },
];

/** `flows`: the realm's. */
export function generalSections(flows: readonly Flow[]): readonly FieldSection[] {
  return [
    {
      title: text('providerForms:page'),
      fields: [
        {
          kind: 'text',
          member: 'displayName',
          label: text('providerForms:displayName'),
          help: text('providerForms:displayNameHelp'),
        },
        {
          kind: 'number',
          within: 'config',
          member: 'guiOrder',
          label: text('providerForms:guiOrder'),
          help: text('providerForms:guiOrderHelp'),
          initial: '',
          min: 0,
          max: 9999,
          unset: text('providerForms:guiOrder.unset'),
        },
        toggle('enabled', text('providerForms:enabled'), text('providerForms:enabledHelp'), true),
        toggle('hideOnLogin', text('providerForms:hideOnLogin'), text('providerForms:hideOnLoginHelp')),
        toggle('linkOnly', text('providerForms:linkOnly'), text('providerForms:linkOnlyHelp')),
      ],
    },
    { title: text('providerForms:accounts'), fields: accountFields(flows) },
  ];
}
