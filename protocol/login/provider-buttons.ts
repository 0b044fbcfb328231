// The identity providers that a page offers. Ids and classes as in Keycloak's theme.
import { type Html, html } from '#protocol/http/html.ts';
import type { PageTexts } from './texts/page-texts.ts';

/** A provider with which the person can sign in. */
export interface OfferedProvider {
  readonly alias: string;
  readonly name: string;
  /** `github`, `oidc`. */
  readonly type: string;
  /** Absolute URL that leads to it. */
  readonly url: string;
}

/** Links, which work without scripts. */
export function renderProviders(texts: PageTexts, providers: readonly OfferedProvider[]): Html {
  if (providers.length === 0) return html``;
  return html`<div id="kc-social-providers" class="us-providers"><hr>
<h2>${texts.say('identity-provider-login-label')}</h2>
<ul>${providers.map(
    ({ alias, name, type, url }) =>
      html`<li><a id="social-${alias}" class="us-provider ${texts.classes.secondary}" data-provider="${type}" href="${url}"><span class="kc-social-provider-name">${name}</span></a></li>`,
  )}</ul></div>`;
}
