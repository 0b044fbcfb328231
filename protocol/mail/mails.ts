// Writes messages with a link, and puts them into the realm's mailbox.
import { toIsoText } from '#protocol/clock.ts';
import type { MailKind, MailMessageWire } from '#protocol/contract/mail.ts';
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Deliveries } from './deliveries.ts';
import type { Mailbox } from './mailbox.ts';
import { formatMessage } from './message-format.ts';
import { type MailFacts, TEMPLATES } from './templates.ts';

/** A message with a link. */
export interface LinkMail {
  readonly kind: MailKind;
  readonly user: StoredUser;
  /** The recipient's address. */
  readonly to: string;
  readonly link: string;
  readonly expiresInMinutes: number;
  /** The required actions that the link leads to, by Keycloak's alias. */
  readonly actions?: readonly string[];
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
    const message = writeMessage(exchange, mail);
    mailbox.add(realm.id, message);
    deliveries?.deliver({ realm, clock, message });
    activity.sentMail(
      message.id,
      `"${message.subject}" for ${mail.to} is in the mailbox of realm ${realm.name}${deliveries === undefined ? '' : ' and is being delivered'}.`,
    );
    if (message.problem === undefined) return;
    activity.recordNote('send-mail', `Realm ${realm.name}: ${message.problem}`);
    log.warn(`Realm ${realm.name}: ${message.problem}`);
  };
}

const NO_TEXTS: Readonly<Record<string, string>> = {};

/** The realm's own texts, in its default language. */
function realmTexts({ realm }: RealmExchange): Readonly<Record<string, string>> {
  const { localizationTexts, defaultLocale } = realm.stored;
  return localizationTexts?.[defaultLocale ?? 'en'] ?? localizationTexts?.['en'] ?? NO_TEXTS;
}

function senderOf({ realm }: RealmExchange): string {
  const server = realm.stored.smtpServer as Readonly<Record<string, unknown>> | undefined;
  const address = String(server?.['from'] ?? '') || 'no-reply@localhost';
  const name = String(server?.['fromDisplayName'] ?? '') || realm.displayName;
  return name === '' ? address : `${name} <${address}>`;
}

/** `UPDATE_PASSWORD` as `Update password`. */
function nameAction(alias: string): string {
  const words = alias.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function writeMessage(exchange: RealmExchange, mail: LinkMail): MailMessageWire {
  const { realm, id, clock } = exchange;
  const { kind, user, to, link, expiresInMinutes, actions = [] } = mail;
  const facts: MailFacts = {
    link,
    expiresInMinutes,
    realmName: realm.displayName || realm.name,
    to,
    actions: actions.map(nameAction).join(', '),
  };
  const { problem, ...texts } = writeTexts(kind, facts, realmTexts(exchange));
  return {
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
    ...(problem === undefined ? {} : { problem }),
  };
}

type Texts = Pick<MailMessageWire, 'subject' | 'text' | 'html'> & { readonly problem: string | undefined };

/** Our texts, or those of the realm. Values in HTML are escaped. */
function writeTexts(kind: MailKind, facts: MailFacts, own: Readonly<Record<string, string>>): Texts {
  const { key, values, subject, before, after } = TEMPLATES[kind];
  const problems: string[] = [];
  const escaped = values(facts).map((value) => String(html`${value}`));
  const ownText = (name: string, filling: readonly string[]): string | undefined => {
    const pattern = own[name];
    if (pattern === undefined) return undefined;
    const { text, problem } = formatMessage(pattern, filling);
    if (problem !== undefined)
      problems.push(`text ${name} is broken: ${problem}. Correct it in localizationTexts.`);
    return text;
  };
  const fill = (text: string, filling: readonly string[]): string => formatMessage(text, filling).text;
  const plain = values(facts);
  const paragraphs = [fill(before, plain), facts.link, ...after.map((text) => fill(text, plain))];
  const [address = ''] = escaped;
  const markup = [
    `<p>${fill(before, escaped)}</p>`,
    `<p><a href="${address}">${address}</a></p>`,
    ...after.map((text) => `<p>${fill(text, escaped)}</p>`),
  ];
  return {
    subject: ownText(`${key}Subject`, plain) ?? fill(subject, plain),
    text: ownText(`${key}Body`, plain) ?? paragraphs.join('\n\n'),
    html: ownText(`${key}BodyHtml`, escaped) ?? markup.join('\n'),
    problem: problems.length === 0 ? undefined : problems.join(' '),
  };
}
