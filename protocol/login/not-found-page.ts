// The not-found page; for developers it lists the realms.
import { type LostVisitor, renderDescription } from '#protocol/http/errors.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { isOperator } from './operator.ts';
import { renderPage } from './page-layout.ts';
import { EN } from './texts/table.ts';

function renderRealm(basePath: string, name: string): Html {
  const realm = encodeURIComponent(name);
  return html`<li><strong>${name}</strong><br><a href="${basePath}/console/#/overview?realm=${realm}">Console</a> · <a href="${basePath}/realms/${realm}/.well-known/openid-configuration">OpenID configuration</a></li>`;
}

function renderRealms({ basePath, fault }: LostVisitor, realmNames: readonly string[]): Html {
  return html`<section class="us-operator" aria-labelledby="realms-heading" lang="en" dir="ltr">
<h2 id="realms-heading">Realms of this server</h2>
<ul class="us-realms">${realmNames.map((name) => renderRealm(basePath, name))}</ul>
${fault.remedy !== undefined && html`<p class="us-hint">${fault.remedy}</p>`}
</section>`;
}

/**
 * Only users on this machine see the realms; users of other machines and scripts of other origins do not.
 * Choice: docs/differences-to-keycloak.md, "Realm names on the not-found page".
 */
export function renderNotFoundPage(visitor: LostVisitor, realmNames: readonly string[]): Reply {
  const { fault, texts } = visitor;
  const showsRealms = isOperator(visitor) && !visitor.isScript;
  return renderPage(visitor, {
    status: fault.status,
    name: 'error',
    heading: texts.translate(EN.pageNotFound) ?? EN.pageNotFound,
    content: html`<div id="kc-error-message">${renderDescription(texts, fault.description)}</div>
${showsRealms && renderRealms(visitor, realmNames)}`,
  });
}
