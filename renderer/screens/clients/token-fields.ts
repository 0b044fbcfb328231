// Signatures, encryption, lifespans and contents of a client's tokens.
import { clientField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const encryption = (prefix: string): readonly Field[] => [
  clientField(`${prefix}.alg`),
  clientField(`${prefix}.enc`, { shown: (values) => values[`${prefix}.alg`] !== '' }),
];

/** The Tokens tab. */
export const tokenSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('clientForms:section.signatures'),
    fields: [
      clientField('access.token.signed.response.alg'),
      clientField('id.token.signed.response.alg'),
      // Both mean the same as no value.
      clientField('user.info.response.signature.alg', { omit: ['unsigned', 'none'] }),
    ],
  },
  {
    title: text('clientForms:section.encryption'),
    summary: text('clientForms:section.encryptionSummary'),
    fields: [...encryption('id.token.encrypted.response'), ...encryption('user.info.encrypted.response')],
  },
  {
    title: text('clientForms:section.lifespans'),
    fields: [
      clientField('access.token.lifespan'),
      clientField('client.session.idle.timeout'),
      clientField('client.session.max.lifespan'),
      clientField('client.offline.session.idle.timeout'),
      clientField('client.offline.session.max.lifespan'),
    ],
  },
  {
    title: text('clientForms:section.contents'),
    fields: [
      clientField('fullScopeAllowed'),
      clientField('use.refresh.tokens'),
      clientField('client.use.lightweight.access.token.enabled'),
      clientField('client.introspection.response.allow.jwt.claim.enabled'),
      clientField('access.token.header.type.rfc9068'),
      clientField('token.response.type.bearer.lower-case'),
      clientField('id.token.as.detached.signature'),
    ],
  },
]);
