// The not-found page; for developers it lists the realms.
import type { LostVisitor } from '#protocol/http/errors.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { isOperator } from './operator.ts';
import { renderPage } from './page-layout.ts';

function renderRealm(basePath: string, name: string): Html {
  const realm = encodeURIComponent(name);
  return html`<li><strong>${name}</strong><br><a href="${basePath}/console/#/overview?realm=${realm}">Console</a> · <a href="${basePath}/realms/${realm}/.well-known/openid-configuration">OpenID configuration</a></li>`;
}

function renderRealms({ basePath, fault }: LostVisitor, realmNames: readonly string[]): Html {
  return html`<section class="operator" aria-labelledby="realms-heading">
<h2 id="realms-heading">Realms of this server</h2>
<ul class="realms">${realmNames.map((name) => renderRealm(basePath, name))}</ul>
${fault.remedy !== undefined && html`<p class="hint">${fault.remedy}</p>`}
</section>`;
}

/**
 * Only users on this machine see the realms; users of other machines and scripts of other origins do not.
 * Choice: docs/differences-to-keycloak.md, "Realm names on the not-found page".
 */
export function renderNotFoundPage(visitor: LostVisitor, realmNames: readonly string[]): Reply {
  const { fault } = visitor;
  const showsRealms = isOperator(visitor) && !visitor.isScript;
  return renderPage(visitor, {
    status: fault.status,
    name: 'error',
    heading: 'Page not found',
    content: html`<div id="kc-error-message"><p class="instruction">${fault.description}</p></div>
${showsRealms && renderRealms(visitor, realmNames)}`,
  });
}
