// Linking an account of an identity provider, which an application starts with the alias of the provider.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { findIdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { mayLink } from '../brokering/may-link.ts';
import { providerUrl } from '../login-action-url.ts';
import { renderPage } from '../page-layout.ts';
import { textsOf } from '../texts/page-texts.ts';
import { renderActionButtons } from './action-buttons.ts';
import type { RequiredAction } from './required-action.ts';

const nameOf = ({ realm }: RealmExchange, alias = ''): string =>
  findIdentityProvider(realm, alias)?.name ?? alias;

/** A page that asks; then the browser is sent to the provider. */
export const idpLink: RequiredAction = {
  canBeInitiated: true,
  needsParameter: true,
  // Compat: an unknown provider, or a user without the role, is an error of the action alone.
  isIgnored: (user, realm, request) =>
    findIdentityProvider(realm, request?.action?.parameter ?? '')?.enabled !== true ||
    !mayLink(realm, realm.clients.get(request?.clientId ?? ''), user),
  render(exchange, page) {
    const texts = textsOf(exchange);
    const name = nameOf(exchange, page.parameter);
    return renderPage(exchange, {
      status: 200,
      name: 'link-idp-action',
      heading: texts.say('linkIdpActionTitle', name),
      content: html`<p id="kc-link-text">${texts.say('linkIdpActionMessage', name)}</p>
<form id="kc-link-idp-form" method="post" action="${page.action}">
${renderActionButtons(texts, page, { id: 'kc-continue', label: 'doContinue' })}
</form>`,
    });
  },
  async take(exchange, _deps, { user, authentication, sessionId }) {
    const alias = authentication.request.action?.parameter ?? '';
    const isOfTab = authentication.progress.userId === user.id;
    const linking = {
      provider: alias,
      userId: user.id,
      ...(isOfTab || sessionId === undefined ? {} : { sessionId }),
    };
    exchange.activity.recordPass('choose-provider', `The browser is sent to identity provider ${alias}.`);
    return {
      state: 'asked',
      progress: { linking },
      page: redirectReply(providerUrl(exchange, authentication, alias), undefined, 303),
    };
  },
};
