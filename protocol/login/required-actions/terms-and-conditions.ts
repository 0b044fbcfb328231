// Accepting the realm's terms and conditions.
import { nowInSeconds } from '#protocol/clock.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { html } from '#protocol/http/html.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { renderNotice } from '../form-field.ts';
import { renderPage } from '../page-layout.ts';
import type { RequiredAction } from './required-action.ts';

const UNWRITTEN = 'Terms and conditions to be defined';

/** The realm's text (`localizationTexts.en.termsText`) with markup removed. */
export function termsText({ stored }: Realm): string {
  const text = stored.localizationTexts?.[stored.defaultLocale ?? 'en']?.['termsText'] ?? '';
  return text.replace(/<[^>]*>/g, ' ').trim() || UNWRITTEN;
}

/** Buttons `accept` and `cancel`. User attribute `terms_and_conditions`: time of acceptance, in seconds. */
export const termsAndConditions: RequiredAction = {
  render: (exchange, page) =>
    renderPage(exchange, {
      status: 200,
      name: 'terms',
      heading: 'Terms and Conditions',
      content: html`${renderNotice(page.problems['accept'])}<div id="kc-terms-text" class="terms">${termsText(exchange.realm)}</div>
<form id="kc-terms-form" method="post" action="${page.action}">
<div class="choice"><button class="primary" type="submit" id="kc-accept" name="accept" value="true">Accept</button>
<button type="submit" id="kc-decline" name="cancel" value="true">Decline</button></div>
</form>`,
    }),
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
      return { state: 'wrong', problems: { accept: 'Accept or decline the terms and conditions.' } };
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
