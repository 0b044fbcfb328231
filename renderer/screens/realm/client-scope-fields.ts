// Fields of a client scope.
import { clientScopeField } from '../../components/setting-field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** Returns a message if the name of a scope is not valid. RFC 6749 §3.3. */
export function checkScopeName(name: string): string | undefined {
  if (name === '') return 'Enter a name for the scope. Applications request it in scope.';
  return /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(name)
    ? undefined
    : 'Use letters, digits and punctuation, but no spaces, quotes or backslashes.';
}

/** The form of a client scope. Only OpenID Connect has scopes in tokens and discovery. */
export function clientScopeSections(protocol: string): readonly FieldSection[] {
  const isOidc = protocol === 'openid-connect';
  return [
    {
      title: 'Settings',
      fields: [
        clientScopeField('name', {
          check: checkScopeName,
          ...(isOidc ? {} : { help: 'The name in the lists of client scopes.' }),
        }),
        clientScopeField('description'),
        ...(isOidc
          ? [
              clientScopeField('include.in.token.scope'),
              clientScopeField('include.in.openid.provider.metadata'),
            ]
          : []),
        clientScopeField('display.on.consent.screen'),
        clientScopeField('consent.screen.text', {
          shown: (values) => values['display.on.consent.screen'] === true,
        }),
      ],
    },
  ];
}
