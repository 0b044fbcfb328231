// The realm's mail server.
import { mailServerField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const withAccount = { shown: (values: FieldValues) => values['auth'] === true };

const ADDRESS = /^[^\s@]+@[^\s@]+$/;
const checkAddress = (value: string): string | undefined =>
  value === '' || ADDRESS.test(value) ? undefined : text('realm:mail.checkAddress');

/** A server does not accept messages without a sender. */
function checkSender(value: string, values: FieldValues): string | undefined {
  const hasHost = String(values['host'] ?? '').trim() !== '';
  return value === '' && hasHost ? text('realm:mail.checkSender') : checkAddress(value);
}

/** The Mail tab. */
export const mailSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('realm:mail.sender'),
    fields: [
      mailServerField('from', { check: checkSender }),
      mailServerField('fromDisplayName'),
      mailServerField('replyTo', { check: checkAddress }),
      mailServerField('replyToDisplayName'),
      mailServerField('envelopeFrom', { check: checkAddress }),
    ],
  },
  {
    title: text('realm:mail.server'),
    summary: text('realm:mail.serverSummary'),
    fields: [
      mailServerField('host', { placeholder: 'mail.example.test' }),
      mailServerField('port'),
      mailServerField('ssl'),
      mailServerField('starttls'),
      mailServerField('auth'),
      mailServerField('user', {
        ...withAccount,
        check: (value) => (value === '' ? text('realm:mail.checkAccount') : undefined),
      }),
      mailServerField('password', withAccount),
    ],
  },
]);
