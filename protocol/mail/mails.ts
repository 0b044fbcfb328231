// Writes messages with a link, and puts them into the realm's mailbox.
import { toIsoText } from '#protocol/clock.ts';
import type { MailKind, MailMessageWire } from '#protocol/contract/mail.ts';
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { describeMinutes } from '#protocol/realm/texts/duration.ts';
import { type FoundText, findText, type TextSources } from '#protocol/realm/texts/find-text.ts';
import { directionOf } from '#protocol/realm/view/locales.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Deliveries } from './deliveries.ts';
import type { Mailbox } from './mailbox.ts';
import { type MailFacts, TEMPLATES } from './templates.ts';
import { MAIL_TEXTS } from './texts/table.ts';

/** A message with a link. */
export interface LinkMail {
  readonly kind: MailKind;
  /** Empty members: someone without an account. */
  readonly user: Pick<StoredUser, 'id' | 'username'>;
  /** The recipient's address. */
  readonly to: string;
  readonly link: string;
  readonly expiresInMinutes: number;
  /** The language that it is written in. */
  readonly locale: string;
  /** The required actions that the link leads to, by Keycloak's alias. */
  readonly actions?: readonly string[];
  /** The organization of an invitation. */
  readonly organization?: string;
  /** The account at an identity provider that the link is about. */
  readonly account?: { readonly provider: string; readonly username: string };
}

export type SendMail = (exchange: RealmExchange, mail: LinkMail) => Promise<void>;

export interface MailDeps {
  readonly mailbox: Mailbox;
  /** Undefined: messages stay in the mailbox. */
  readonly deliveries: Pick<Deliveries, 'deliver'> | undefined;
  readonly log: Logger;
}

/** Nobody waits for a delivery, and nobody who asked for a message meets its failure. */
export function createSendMail({ mailbox, deliveries, log }: MailDeps): SendMail {
  return async (exchange, mail) => {
    const { realm, activity, clock } = exchange;
    const { message, problems } = writeMessage(exchange, mail);
    await mailbox.add(realm.id, message);
    await deliveries?.deliver({ realm, clock, message });
    activity.sentMail(
      message.id,
      `"${message.subject}" for ${mail.to} is in the mailbox of realm ${realm.name}${deliveries === undefined ? '' : ' and is being delivered'}.`,
    );
    for (const problem of problems) {
      activity.recordNote('send-mail', `Realm ${realm.name}: ${problem}`);
      log.warn(`Realm ${realm.name}: ${problem}`);
    }
  };
}

function senderOf({ realm }: RealmExchange): string {
  const server = realm.stored.smtpServer as Readonly<Record<string, unknown>> | undefined;
  const address = String(server?.['from'] ?? '') || 'no-reply@localhost';
  const name = String(server?.['fromDisplayName'] ?? '') || realm.displayName;
  return name === '' ? address : `${name} <${address}>`;
}

/** The name of a required action: ours or the realm's or, for an extension's, its alias as words. */
function nameAction(sources: TextSources, alias: string): FoundText & { readonly text: string } {
  const words = alias.toLowerCase().replaceAll('_', ' ');
  const { text, problems } = findText(sources, `requiredAction.${alias}`);
  return { text: text ?? words.charAt(0).toUpperCase() + words.slice(1), problems };
}

function writeMessage(
  exchange: RealmExchange,
  mail: LinkMail,
): { readonly message: MailMessageWire; readonly problems: readonly string[] } {
  const { realm, id, clock } = exchange;
  const { kind, user, to, link, expiresInMinutes, locale, actions = [], organization = '', account } = mail;
  const sources: TextSources = { realm, locale, table: MAIL_TEXTS };
  const names = actions.map((alias) => nameAction(sources, alias));
  const facts: MailFacts = {
    link,
    expiresInMinutes,
    validity: describeMinutes(expiresInMinutes, locale),
    realmName: realm.displayName || realm.name,
    to,
    provider: account?.provider ?? '',
    providerUsername: account?.username ?? '',
    actions: names.map(({ text }) => text).join(', '),
    organization,
  };
  const { problems: ofTexts, ...texts } = writeTexts(kind, facts, sources);
  const problems = [...names.flatMap((name) => name.problems), ...ofTexts];
  const message = {
    id: createRandomText(12),
    kind,
    sentAt: toIsoText(clock.now()),
    from: senderOf(exchange),
    to,
    ...texts,
    link,
    userId: user.id,
    username: user.username,
    exchange: id,
    read: false,
    ...(problems.length === 0 ? {} : { problem: problems.join(' ') }),
  };
  return { message, problems };
}

type MailTexts = Pick<MailMessageWire, 'subject' | 'text' | 'html'> & {
  readonly problems: readonly string[];
};

/** The texts of the realm, or ours. Values in HTML are escaped. */
function writeTexts(kind: MailKind, facts: MailFacts, sources: TextSources): MailTexts {
  const { key, values, subjectValues = values } = TEMPLATES[kind];
  const plain = values(facts);
  const escaped = plain.map((value) => String(html`${value}`));
  const subject = findText(sources, `${key}Subject`, subjectValues(facts));
  const text = findText(sources, `${key}Body`, plain);
  const markup = findText(sources, `${key}BodyHtml`, escaped);
  return {
    // A header has one line.
    subject: (subject.text ?? '').replaceAll(/\s+/g, ' ').trim(),
    text: text.text ?? '',
    html: writeDocument(sources.locale, markup.text ?? ''),
    problems: [subject, text, markup].flatMap((found) => found.problems),
  };
}

/** Fits on a phone: links and names are longer than its lines. */
function writeDocument(locale: string, markup: string): string {
  return `<!doctype html>
<html lang="${String(html`${locale}`)}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
</head>
<body style="overflow-wrap: anywhere">
${markup}
</body>
</html>
`;
}
