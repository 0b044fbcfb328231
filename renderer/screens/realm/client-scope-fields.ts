// Fields of a client scope.
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** Returns a message if the name of a scope is not valid. RFC 6749 §3.3. */
export function checkScopeName(name: string): string | undefined {
  if (name === '') return 'Enter a name for the scope. Applications request it in scope.';
  return /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(name)
    ? undefined
    : 'Use letters, digits and punctuation, but no spaces, quotes or backslashes.';
}

const forTokens: readonly Field[] = [
  {
    kind: 'switch',
    member: 'include.in.token.scope',
    within: 'attributes',
    label: 'Include in token scope',
    initial: true,
  },
  {
    kind: 'switch',
    member: 'include.in.openid.provider.metadata',
    within: 'attributes',
    label: 'Include in OpenID provider metadata',
    initial: true,
  },
];

/** The form of a client scope. Only OpenID Connect has scopes in tokens and discovery. */
export function clientScopeSections(protocol: string): readonly FieldSection[] {
  const isOidc = protocol === 'openid-connect';
  return [
    {
      title: 'Settings',
      fields: [
        {
          kind: 'text',
          member: 'name',
          label: 'Name',
          ...(isOidc ? { help: 'The value that applications request in scope.' } : {}),
          check: checkScopeName,
        },
        { kind: 'text', member: 'description', label: 'Description' },
        ...(isOidc ? forTokens : []),
        {
          kind: 'switch',
          member: 'display.on.consent.screen',
          within: 'attributes',
          label: 'Display on consent screen',
          help: 'For clients that require consent.',
          initial: true,
        },
        {
          kind: 'text',
          member: 'consent.screen.text',
          within: 'attributes',
          label: 'Consent screen text',
          help: 'Default: the name.',
          shown: (values) => values['display.on.consent.screen'] === true,
        },
      ],
    },
  ];
}
