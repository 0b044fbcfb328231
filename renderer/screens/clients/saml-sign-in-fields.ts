// A service provider's sign-in settings: name identifier, assertion and bindings.
import { clientField } from '../../components/setting-field.ts';
import { perLanguage } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The Sign-in tab of a SAML client. */
export const samlSignInSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: 'Name identifier',
    summary: 'Identifies the user to the service provider.',
    fields: [clientField('saml_name_id_format'), clientField('saml_force_name_id_format')],
  },
  {
    title: 'Assertion',
    fields: [
      clientField('saml.authnstatement'),
      clientField('saml.onetimeuse.condition'),
      clientField('saml.assertion.lifespan'),
      clientField('acr.loa.map', {
        help: 'Levels of authentication by AuthnContextClassRef, as JSON. Default: the realm’s.',
        placeholder: '{"urn:example:strong":2}',
      }),
    ],
  },
  {
    title: 'Bindings',
    fields: [
      clientField('standardFlowEnabled', {
        label: 'Web browser SSO',
        help: 'Off: AuthnRequests are rejected.',
      }),
      clientField('saml.force.post.binding'),
      clientField('saml.artifact.binding'),
      clientField('saml.allow.ecp.flow'),
      clientField('saml.artifact.binding.identifier'),
    ],
  },
]);
