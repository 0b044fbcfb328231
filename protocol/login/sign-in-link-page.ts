// The pages of a sign-in link: asks before it signs in, and says that it has.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { renderInfoPage } from './info-page.ts';
import { renderPage } from './page-layout.ts';
import { messageOf } from './texts/message.ts';
import { type PageTexts, textsOf } from './texts/page-texts.ts';

export interface SignInLinkPage {
  /** Absolute URL that the form posts to. */
  readonly action: string;
  readonly sessionCode: string;
  readonly username: string;
  /** The client that opens; undefined: none. */
  readonly clientId: string | undefined;
  /** The user whom the browser is signed in as. */
  readonly current: string | undefined;
}

function describe(texts: PageTexts, username: string, clientId: string | undefined): Html {
  const user = html`<strong>${username}</strong>`;
  return clientId === undefined
    ? texts.fill('understudy.signInLink', user)
    : texts.fill('understudy.signInLinkApplication', user, html`<strong>${clientId}</strong>`);
}

/** Asks whether to sign in as the user. */
export function renderSignInLink(exchange: RealmExchange, page: SignInLinkPage): Reply {
  const { username, clientId, current, action, sessionCode } = page;
  const texts = textsOf(exchange);
  const isReplaced = current !== undefined && current !== username;
  return renderPage(exchange, {
    status: 200,
    name: 'sign-in-link',
    heading: texts.say('understudy.signInLinkTitle', username),
    content: html`<p class="instruction">${describe(texts, username, clientId)}</p>
${isReplaced && html`<p class="us-lead">${texts.fill('understudy.signInLinkReplaces', html`<strong>${current}</strong>`)}</p>`}
<form class="form-actions" method="post" action="${action}">
<input type="hidden" name="session_code" value="${sessionCode}">
<button type="submit" id="understudy-sign-in-as" autofocus class="${texts.classes.primary}">${texts.say('understudy.continueAs', username)}</button>
</form>
<p class="us-hint">${texts.say('understudy.signInLinkHint')}</p>`,
  });
}

/** Shown when no application opens. */
export function renderSignedInByLink(exchange: RealmExchange, username: string): Reply {
  return renderInfoPage(exchange, {
    title: messageOf('understudy.signedInByLinkTitle', username),
    message: messageOf('understudy.signedInByLink'),
  });
}
