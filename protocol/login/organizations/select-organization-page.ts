// The page on which a member of several organizations chooses one. Ids and field as in Keycloak's theme.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import type { Organization } from '#protocol/realm/view/organizations.ts';
import { renderNotice } from '../form-field.ts';
import { placeName, renderPage } from '../page-layout.ts';
import { renderKnownUser } from '../step-links.ts';
import { textsOf } from '../texts/page-texts.ts';

/** The `execution` parameter of the forms that ask for the name first and for an organization. */
export const ORGANIZATION_FORM = 'organization';

/** The field whose value is the alias of the organization. */
export const ORGANIZATION_FIELD = 'kc.org';

export interface SelectOrganizationPage {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  readonly username: string;
  /** Absolute URL that restarts the sign-in with another account. */
  readonly anotherUserUrl: string;
  readonly organizations: readonly Organization[];
  /** Why the last choice was refused. */
  readonly problem: Html | undefined;
}

/** A button for each organization, which works without scripts. */
export function renderSelectOrganizationPage(exchange: RealmExchange, page: SelectOrganizationPage): Reply {
  const texts = textsOf(exchange);
  const { classes } = texts;
  return renderPage(exchange, {
    status: 200,
    name: 'select-organization',
    heading: texts.say('loginAccountTitle'),
    documentTitle: texts.say('loginTitle', placeName(exchange)),
    content: html`${renderNotice(texts, page.problem)}${renderKnownUser(texts, page, page.username)}
<form id="kc-user-organizations" method="post" action="${page.action}">
<h2>${texts.say('organization.select')}</h2>
<ul class="${classes.choices}">${page.organizations.map(
      ({ alias, name }) =>
        html`<li class="${classes.choice}"><button type="submit" id="organization-${alias}" name="${ORGANIZATION_FIELD}" value="${alias}" class="${classes.choiceButton}">
<span class="${classes.choiceName}">${name}</span></button></li>`,
    )}</ul>
</form>`,
  });
}
