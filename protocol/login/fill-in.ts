// "Fill in the current code": a shortcut for developers where the realm allows one-click sign-in.
import { ONE_CLICK_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Remedy } from '#protocol/errors/remedy.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { allowsOneClick } from './named-users.ts';
import type { PageTexts } from './texts/page-texts.ts';

/** The button's name in the submitted form. Choice: docs/differences-to-keycloak.md, "Current one-time codes". */
export const FILL_IN = 'fill-in';

/** A section with a button that submits the form of this id; nothing where the realm does not allow it. */
export function renderFillIn(exchange: RealmExchange, texts: PageTexts, formId: string): Html {
  if (!allowsOneClick(exchange)) return html``;
  return html`<section class="us-operator" aria-labelledby="shortcut-heading">
<h2 id="shortcut-heading">${texts.say('understudy.forDevelopment')}</h2>
<p class="us-hint" id="shortcut-hint">${texts.say('understudy.fillInHint')}</p>
<button type="submit" form="${formId}" id="understudy-fill-in" name="${FILL_IN}" value="true" formnovalidate aria-describedby="shortcut-hint">${texts.say('understudy.fillIn')}</button>
</section>`;
}

/** A refused shortcut. */
export function explainFillIn(description: string, reason: string, remedy: Remedy): OAuthError {
  return new OAuthError('invalid_request', { description, reason, remedy, userEventError: 'not_allowed' });
}

export const NOT_FILLED_IN = 'The current code cannot be filled in.';

/** Why the realm does not allow it; undefined if it does. */
export function findFillInFault(exchange: RealmExchange): OAuthError | undefined {
  if (allowsOneClick(exchange)) return undefined;
  const { name } = exchange.realm;
  return explainFillIn(
    NOT_FILLED_IN,
    `Realm ${name} does not allow one-click sign-in, and therefore no codes are filled in.`,
    `Set attribute ${ONE_CLICK_ATTRIBUTE} of realm ${name} to "true", or enter the code of the authenticator app.`,
  );
}
