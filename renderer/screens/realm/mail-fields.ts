// The realm's mail server.
import { mailServerField } from '../../components/setting-field.ts';
import type { FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const withAccount = { shown: (values: FieldValues) => values['auth'] === true };

const ADDRESS = /^[^\s@]+@[^\s@]+$/;
const checkAddress = (value: string): string | undefined =>
  value === '' || ADDRESS.test(value) ? undefined : 'Enter an e-mail address, for example idp@example.test.';

/** A server does not accept messages without a sender. */
function checkSender(value: string, values: FieldValues): string | undefined {
  const hasHost = String(values['host'] ?? '').trim() !== '';
  return value === '' && hasHost ? 'Enter the address of the sender.' : checkAddress(value);
}

/** The Mail tab. */
export const MAIL_SECTIONS: readonly FieldSection[] = [
  {
    title: 'Sender',
    fields: [
      mailServerField('from', { check: checkSender }),
      mailServerField('fromDisplayName'),
      mailServerField('replyTo', { check: checkAddress }),
      mailServerField('replyToDisplayName'),
      mailServerField('envelopeFrom', { check: checkAddress }),
    ],
  },
  {
    title: 'Mail server',
    summary: 'Messages are delivered only if Understudy is started with --mail=send.',
    fields: [
      mailServerField('host', { placeholder: 'mail.example.test' }),
      mailServerField('port'),
      mailServerField('ssl'),
      mailServerField('starttls'),
      mailServerField('auth'),
      mailServerField('user', {
        ...withAccount,
        check: (value) => (value === '' ? 'Enter the name of the account.' : undefined),
      }),
      mailServerField('password', withAccount),
    ],
  },
];
