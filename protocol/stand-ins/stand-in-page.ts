// The page of a stand-in, on which one chooses a person to be. It looks like no provider's.
import { createHash } from 'node:crypto';
import type { Reply } from '#protocol/http/exchange.ts';
import { type Html, html, raw } from '#protocol/http/html.ts';
import { htmlReply } from '#protocol/http/replies.ts';
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
button:hover { border-color: var(--text); }
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
  readonly realm: string;
  /** Absolute URL that the forms post to, query included. */
  readonly action: string;
  readonly people: readonly StandInPerson[];
  /** Why the last answer was not understood. */
  readonly problem: string | undefined;
  /** Initial value of the address. */
  readonly loginHint: string;
}

function layOut(title: string, status: number, content: Html): Reply {
  const page = html`<!doctype html>
<html lang="en">
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
  return html`<li><button type="submit" name="person" value="${place}">${name}<span class="mail">${person.email || person.username}</span></button></li>`;
}

export function renderStandInPage(page: StandInPage): Reply {
  const { alias, name, realm, action, people, problem, loginHint } = page;
  return layOut(
    `Stand-in for ${name}`,
    200,
    html`<p class="note">Not ${name}: Understudy plays its part for realm ${realm}. Choose who signs in.</p>
${problem !== undefined && html`<p class="error" role="alert">${problem}</p>`}
<form method="post" action="${action}" data-stand-in="${alias}">
<div class="check"><input type="checkbox" id="private" name="private" value="on"><label for="private">Keep the e-mail address private</label></div>
<ul aria-label="People">${people.map(renderPerson)}</ul>
<div class="other"><div><label for="email">Someone else, by e-mail address</label>
<input type="email" id="email" name="email" value="${loginHint}" autocomplete="off"></div>
<button type="submit" name="person" value="other">Continue with this address</button></div>
<button class="refuse" type="submit" name="person" value="refuse" formnovalidate>Refuse (access denied)</button>
</form>`,
  );
}

/** A request that the provider would not accept either. */
export function renderStandInError(name: string, reason: string, remedy: string): Reply {
  return layOut(
    `Stand-in for ${name}`,
    400,
    html`<p class="error" role="alert">${reason}</p>
<p>${remedy}</p>`,
  );
}
