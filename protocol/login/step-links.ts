// What the pages of a flow's steps have in common: who signs in, and other ways to go on.
import { type Html, html } from '#protocol/http/html.ts';
import type { PageTexts } from './texts/page-texts.ts';

export interface StepLinks {
  /** Absolute URL that restarts the sign-in with another account. */
  readonly anotherUserUrl: string;
  /** Absolute URL that the form "Try another way" posts to; undefined if there is no other way. */
  readonly anotherWayAction: string | undefined;
}

/** The user who signs in, with a link to sign in as another one. Ids as in Keycloak's theme. */
export function renderKnownUser(
  texts: PageTexts,
  { anotherUserUrl }: Pick<StepLinks, 'anotherUserUrl'>,
  username: string,
): Html {
  return html`<div class="us-known ${texts.classes.group}"><label class="us-out-of-sight" for="kc-attempted-username">${texts.say('understudy.signingInAs')}</label>
<input type="text" id="kc-attempted-username" value="${username}" autocomplete="username" readonly class="${texts.classes.input}">
<a id="reset-login" href="${anotherUserUrl}">${texts.say('restartLoginTooltip')}</a></div>`;
}

/** Ids and field as in Keycloak's theme; a button instead of a script. */
export function renderAnotherWay(texts: PageTexts, { anotherWayAction }: StepLinks): Html {
  if (anotherWayAction === undefined) return html``;
  return html`<form id="kc-select-try-another-way-form" method="post" action="${anotherWayAction}">
<input type="hidden" name="tryAnotherWay" value="on">
<button type="submit" id="try-another-way" class="${texts.classes.linkButton}">${texts.say('doTryAnotherWay')}</button>
</form>`;
}
