// Fields of a client scope.
import { clientScopeField } from '../../components/setting-field.ts';
import { text } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** Returns a message if the name of a scope is not valid. RFC 6749 §3.3. */
export function checkScopeName(name: string): string | undefined {
  if (name === '') return text('realm:scope.checkEmpty');
  return /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(name) ? undefined : text('realm:scope.checkName');
}

/** The form of a client scope. Only OpenID Connect has scopes in tokens and discovery. */
export function clientScopeSections(protocol: string): readonly FieldSection[] {
  const isOidc = protocol === 'openid-connect';
  return [
    {
      title: text('realm:scope.settings'),
      fields: [
        clientScopeField('name', {
          check: checkScopeName,
          ...(isOidc ? {} : { help: text('realm:scope.nameHelp') }),
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
