// A client's names, URLs and consent.
import { checkOrigin, checkRedirectUri } from '../../components/checks.ts';
import { clientField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The client ID. */
export const clientIdField: () => Field = perLanguage(() =>
  clientField('clientId', {
    check: (value) => (value === '' ? text('clientForms:check.clientId') : undefined),
  }),
);

/** The redirect URIs. */
export const redirectUrisField: () => Field = perLanguage(() =>
  clientField('redirectUris', {
    placeholder: 'http://localhost:3000/*',
    wide: true,
    checkItem: checkRedirectUri,
  }),
);

/** Names and the Enabled switch, for clients of every protocol. */
export const nameFields: () => readonly Field[] = perLanguage(() => [
  clientField('name'),
  clientField('description', { wide: true }),
  clientField('enabled'),
  clientField('login_theme'),
]);

/** Consent, for clients of every protocol. */
export const consentSection: () => FieldSection = perLanguage(() => ({
  title: text('clientForms:section.consent'),
  fields: [
    clientField('consentRequired'),
    clientField('display.on.consent.screen', { shown: (values) => values['consentRequired'] === true }),
    clientField('consent.screen.text', {
      wide: true,
      shown: (values) => values['consentRequired'] === true && values['display.on.consent.screen'] === true,
    }),
  ],
}));

/** The General tab. */
export const generalSections: () => readonly FieldSection[] = perLanguage(() => [
  { title: text('clientForms:section.general'), fields: [clientIdField(), ...nameFields()] },
  {
    title: text('clientForms:section.access'),
    fields: [
      clientField('rootUrl'),
      clientField('baseUrl'),
      redirectUrisField(),
      clientField('webOrigins', { wide: true, checkItem: checkOrigin }),
    ],
  },
  consentSection(),
]);
