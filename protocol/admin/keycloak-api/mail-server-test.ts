// Tries a realm's mail server: sends the administrator who asks a message.
import { html } from '#protocol/http/html.ts';
import { sendOverSmtp } from '#protocol/mail/smtp-sender.ts';
import { readSmtpSettings } from '#protocol/mail/smtp-settings.ts';
import { invalid } from '../admin-error.ts';
import { changeRow, DONE, type RealmRequest, type RealmRow } from '../admin-route.ts';
import { keepSecrets } from './realm-secrets.ts';

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON or, before Keycloak 26, the form field `config` with JSON. */
function readSent({ exchange }: RealmRequest): Readonly<Record<string, unknown>> {
  const config = exchange.form.get('config');
  const sent = config === undefined ? exchange.json : parse(config);
  if (isMembers(sent)) return sent;
  throw invalid('The body must be a JSON object with the members of smtpServer, such as host and from');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Compat: to the address of the administrator, and whether or not the server delivers other messages. */
async function tryMailServer(request: RealmRequest) {
  const { realm, store, administrator } = request;
  const settings = readSmtpSettings(keepSecrets(realm.stored.smtpServer, readSent(request)));
  if ('problem' in settings) throw invalid(settings.problem);
  const user = await store.users.find(administrator.realm.id, administrator.userId);
  const to = user?.email ?? '';
  if (to === '')
    throw invalid(
      `The message would be sent to you. Set email of user ${administrator.username} in realm ${administrator.realm.name}`,
    );
  const text = `This message shows that realm ${realm.name} reaches its mail server.`;
  try {
    await sendOverSmtp(settings.settings, {
      to,
      subject: 'Test of the mail server',
      text,
      html: String(html`<p>${text}</p>`),
    });
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
  return DONE;
}

export const MAIL_SERVER_TEST_ROWS: readonly RealmRow[] = [
  changeRow('POST', '/testSMTPConnection', ['manage-realm'], 'Test mail server', tryMailServer),
];
