// The page of a stand-in, on which one chooses a person to be. It looks like no provider's.
import { createHash } from 'node:crypto';
import { brokeredLanguage } from '#protocol/http/brokered-flow.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html, raw } from '#protocol/http/html.ts';
import { htmlReply } from '#protocol/http/replies.ts';
import { requestedLocale } from '#protocol/login/requested-locale.ts';
import { type PageTexts, requestedTexts } from '#protocol/login/texts/page-texts.ts';
import type { StandInPerson } from './person.ts';

const STYLE = `
:root { color-scheme: light dark; --ground: #eef0f3; --card: #fff; --text: #1d1f24; --muted: #575c66; --line: #c9cdd5; --focus: #1d5fd1; --bad: #a3241a; }
@media (prefers-color-scheme: dark) { :root { --ground: #14161a; --card: #1e2126; --text: #eceef2; --muted: #a8adb8; --line: #4a505b; --focus: #8ab4ff; --bad: #ff9d94; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--ground); color: var(--text); font: 15px/24px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; }
main { width: 100%; max-width: 416px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 24px; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 28px; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.note { color: var(--muted); font-size: 13px; line-height: 20px; }
.error { color: var(--bad); }
ul { list-style: none; margin: 0 0 16px; padding: 0; display: grid; gap: 8px; }
button, input[type=email] { width: 100%; min-height: 40px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 6px; padding: 7px 12px; text-align: start; overflow-wrap: anywhere; }
button { cursor: pointer; }
button:hover, ul a:hover { border-color: var(--text); }
ul a { display: block; color: inherit; text-decoration: none; border: 1px solid var(--line); border-radius: 6px; padding: 7px 12px; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
label { display: block; margin-bottom: 4px; }
.check { display: flex; gap: 8px; align-items: baseline; margin-bottom: 16px; }
.other { border-top: 1px solid var(--line); padding-top: 16px; display: grid; gap: 8px; }
.mail { color: var(--muted); display: block; font-size: 13px; line-height: 20px; }
.other button, .refuse { text-align: center; }
.refuse { margin-top: 24px; }
`;
const STYLE_SOURCE: string = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

export interface StandInPage {
  readonly alias: string;
  /** What the provider is called. */
  readonly name: string;
  /** Absolute URL that the forms post to, query included. */
  readonly action: string;
  readonly people: readonly StandInPerson[];
  /** The last answer named no person. */
  readonly isRepeated: boolean;
  /** Initial value of the address. */
  readonly loginHint: string;
}

/** In the language of the sign-in page that leads here, or else of the request. */
function standInTexts(exchange: RealmExchange): PageTexts {
  return requestedTexts(exchange, brokeredLanguage(exchange) ?? requestedLocale(exchange));
}

function layOut({ locale, direction, say }: PageTexts, name: string, status: number, content: Html): Reply {
  const title = say('understudy.standInTitle', name);
  const page = html`<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
${raw(`<style>${STYLE}</style>`)}
</head>
<body data-page-id="stand-in">
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return htmlReply(status, page, { styleSources: [STYLE_SOURCE] });
}

function renderPerson(person: StandInPerson, place: number): Html {
  const name = `${person.firstName} ${person.lastName}`.trim();
  return html`<li><button type="submit" name="person" value="${place}"><bdi>${name}</bdi><span class="mail"><bdi>${person.email || person.username}</bdi></span></button></li>`;
}

export function renderStandInPage(exchange: RealmExchange, page: StandInPage): Reply {
  const { alias, name, action, people, isRepeated, loginHint } = page;
  const texts = standInTexts(exchange);
  const { say } = texts;
  return layOut(
    texts,
    name,
    200,
    html`<p class="note">${say('understudy.standInNote', name, exchange.realm.displayName || exchange.realm.name)}</p>
${isRepeated && html`<p class="error" role="alert">${say('understudy.standInChoose')}</p>`}
<form method="post" action="${action}" data-stand-in="${alias}">
<div class="check"><input type="checkbox" id="private" name="private" value="on"><label for="private">${say('understudy.standInPrivate')}</label></div>
<ul aria-label="${say('understudy.standInPeople')}">${people.map(renderPerson)}</ul>
<div class="other"><div><label for="email">${say('understudy.standInOther')}</label>
<input type="email" id="email" name="email" value="${loginHint}" autocomplete="off" dir="ltr"></div>
<button type="submit" name="person" value="other">${say('understudy.standInContinue')}</button></div>
<button class="refuse" type="submit" name="person" value="refuse" formnovalidate>${say('understudy.standInRefuse')}</button>
</form>`,
  );
}

/** An application to which a sign-in leads that begins at the provider. */
export interface StandInClient {
  readonly title: string;
  /** As addresses have it. */
  readonly name: string;
  /** Absolute URL of the page that asks who signs in. */
  readonly href: string;
}

/** The applications of a person at the provider. */
export function renderClientsPage(
  exchange: RealmExchange,
  name: string,
  clients: readonly StandInClient[],
): Reply {
  const texts = standInTexts(exchange);
  const note = texts.say(
    'understudy.standInClients',
    name,
    exchange.realm.displayName || exchange.realm.name,
  );
  const items = clients.map(
    (client) =>
      html`<li><a href="${client.href}"><bdi>${client.title}</bdi><span class="mail"><bdi>${client.name}</bdi></span></a></li>`,
  );
  return layOut(
    texts,
    name,
    200,
    html`<p class="note">${note}</p>
<ul>${items}</ul>`,
  );
}

/** A request that the provider would not accept either. Reason and remedy are for developers. */
export function renderStandInError(
  exchange: RealmExchange,
  name: string,
  reason: string,
  remedy: string,
): Reply {
  return layOut(
    standInTexts(exchange),
    name,
    400,
    html`<div lang="en" dir="ltr"><p class="error" role="alert">${reason}</p>
<p>${remedy}</p></div>`,
  );
}
