// Accepting the realm's terms and conditions.
import { nowInSeconds } from '#protocol/clock.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { sanitizeHtml } from '#protocol/http/sanitize-html.ts';
import { renderNotice } from '../form-field.ts';
import { renderPage } from '../page-layout.ts';
import { messageOf } from '../texts/message.ts';
import { type PageTexts, textsOf } from '../texts/page-texts.ts';
import type { RequiredAction } from './required-action.ts';

// biome-ignore lint/suspicious/noTemplateCurlyInString: a key as in realm files
const TERMS_TEXT = '${termsText}';

/** The text of the realm or its theme (`termsText`), with markup. */
export function termsText(texts: PageTexts): Html {
  return sanitizeHtml(texts.resolve(TERMS_TEXT, '').trim() || texts.say('understudy.noTerms'));
}

/** Buttons `accept` and `cancel`. User attribute `terms_and_conditions`: time of acceptance, in seconds. */
export const termsAndConditions: RequiredAction = {
  render(exchange, page) {
    const texts = textsOf(exchange);
    return renderPage(exchange, {
      status: 200,
      name: 'terms',
      heading: texts.say('termsTitle'),
      content: html`${renderNotice(texts, texts.showProblem(page.problems['accept']))}<div id="kc-terms-text" class="us-terms">${termsText(texts)}</div>
<form id="kc-terms-form" method="post" action="${page.action}">
<div class="us-choice"><button type="submit" id="kc-accept" name="accept" value="true" class="${texts.classes.primary}">${texts.say('doAccept')}</button>
<button type="submit" id="kc-decline" name="cancel" value="true" class="${texts.classes.secondary}">${texts.say('doDecline')}</button></div>
</form>`,
    });
  },
  async take({ form, clock }, _deps, { user }) {
    if (form.has('cancel')) {
      const error = new OAuthError('access_denied', {
        description: '',
        reason: `User ${user.username} declined the terms.`,
        remedy: `Accept the terms, or remove TERMS_AND_CONDITIONS from requiredActions of user ${user.username}.`,
      });
      return { state: 'declined', error };
    }
    if (!form.has('accept'))
      return { state: 'wrong', problems: { accept: messageOf('understudy.acceptOrDecline') } };
    const accepted = [String(nowInSeconds(clock))];
    return {
      state: 'done',
      change: (current) => ({
        ...current,
        attributes: { ...current.attributes, terms_and_conditions: accepted },
      }),
    };
  },
};
