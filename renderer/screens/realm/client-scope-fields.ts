// Fields of a client scope.
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** What is wrong with a scope's name, if anything. RFC 6749 §3.3. */
export function checkScopeName(name: string): string | undefined {
  if (name === '') return 'Give the scope a name; applications write it into scope.';
  return /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(name)
    ? undefined
    : 'A scope has letters, digits and signs, but no blanks, quotes or backslashes.';
}

const forTokens: readonly Field[] = [
  {
    kind: 'switch',
    member: 'include.in.token.scope',
    within: 'attributes',
    label: 'Named in the scope of tokens',
    initial: true,
  },
  {
    kind: 'switch',
    member: 'include.in.openid.provider.metadata',
    within: 'attributes',
    label: 'Named in the discovery document',
    initial: true,
  },
];

/** The form of a client scope; only OpenID Connect names scopes in tokens and discovery. */
export function clientScopeSections(protocol: string): readonly FieldSection[] {
  const isNamed = protocol === 'openid-connect';
  return [
    {
      title: 'Settings',
      fields: [
        {
          kind: 'text',
          member: 'name',
          label: 'Name',
          ...(isNamed ? { help: 'What applications write into scope.' } : {}),
          check: checkScopeName,
        },
        { kind: 'text', member: 'description', label: 'Description' },
        ...(isNamed ? forTokens : []),
        {
          kind: 'switch',
          member: 'display.on.consent.screen',
          within: 'attributes',
          label: 'On the consent page',
          help: 'For clients that need consent.',
          initial: true,
        },
        {
          kind: 'text',
          member: 'consent.screen.text',
          within: 'attributes',
          label: 'Words on the consent page',
          help: 'Empty: the name.',
          shown: (values) => values['display.on.consent.screen'] === true,
        },
      ],
    },
  ];
}
