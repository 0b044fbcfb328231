// A client's authentication and keys.
import { checkUrl } from '../../components/checks.ts';
import { clientField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const isConfidential = (values: FieldValues): boolean => values['publicClient'] !== true;
const whenUsing = (...types: readonly string[]) => ({
  shown: (values: FieldValues): boolean =>
    isConfidential(values) && types.includes(String(values['clientAuthenticatorType'])),
});
const whenAssertion = whenUsing('client-jwt', 'client-secret-jwt');
const whenCertificate = whenUsing('client-x509');

const isFetched = (values: FieldValues): boolean => values['use.jwks.url'] === true;
const isGiven = (values: FieldValues): boolean => values['use.jwks.string'] === true;

/** The form on the Credentials tab. */
export const credentialSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('clientForms:section.authentication'),
    fields: [
      clientField('publicClient'),
      clientField('clientAuthenticatorType', { shown: isConfidential }),
      clientField('token.endpoint.auth.signing.alg', whenAssertion),
      clientField('token.endpoint.auth.signing.max.exp', whenAssertion),
      clientField('x509.subjectdn', whenCertificate),
      clientField('x509.allow.regex.pattern.comparison', whenCertificate),
    ],
  },
  {
    title: text('clientForms:section.keys'),
    summary: text('clientForms:section.keysSummary'),
    fields: [
      clientField('use.jwks.url'),
      clientField('jwks.url', {
        shown: isFetched,
        check: (value) => (value === '' ? text('clientForms:check.keySetUrl') : checkUrl(value)),
      }),
      clientField('use.jwks.string', { shown: (values) => !isFetched(values) }),
      clientField('jwks.string', {
        long: true,
        placeholder: '{"keys":[…]}',
        wide: true,
        shown: (values) => !isFetched(values) && isGiven(values),
      }),
      clientField('jwt.credential.certificate', {
        long: true,
        wide: true,
        shown: (values) => !isFetched(values) && !isGiven(values),
      }),
    ],
  },
  {
    title: text('clientForms:section.boundTokens'),
    fields: [
      clientField('dpop.bound.access.tokens'),
      clientField('tls.client.certificate.bound.access.tokens'),
    ],
  },
]);
