// A service provider's sign-in settings: name identifier, assertion and bindings.
import { clientField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The Sign-in tab of a SAML client. */
export const samlSignInSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('clientForms:saml.nameId'),
    summary: text('clientForms:saml.nameIdSummary'),
    fields: [clientField('saml_name_id_format'), clientField('saml_force_name_id_format')],
  },
  {
    title: text('clientForms:saml.assertion'),
    fields: [
      clientField('saml.authnstatement'),
      clientField('saml.onetimeuse.condition'),
      clientField('saml.assertion.lifespan'),
      clientField('acr.loa.map', {
        help: text('clientForms:saml.levelsHelp'),
        placeholder: '{"urn:example:strong":2}',
      }),
    ],
  },
  {
    title: text('clientForms:saml.bindings'),
    fields: [
      clientField('standardFlowEnabled', {
        label: text('clientForms:saml.browserSso'),
        help: text('clientForms:saml.browserSsoHelp'),
      }),
      clientField('saml.force.post.binding'),
      clientField('saml.artifact.binding'),
      clientField('saml.allow.ecp.flow'),
      clientField('saml.artifact.binding.identifier'),
    ],
  },
]);
