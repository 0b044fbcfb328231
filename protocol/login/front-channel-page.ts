// The sign-out page whose frames notify clients through the front channel.
import { createHash } from 'node:crypto';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html, raw } from '#protocol/http/html.ts';
import { renderBackLink } from './error-page.ts';
import { renderPage } from './page-layout.ts';
import { textsOf } from './texts/page-texts.ts';

export interface FrontChannelPage {
  readonly applications: readonly {
    readonly name: string;
    /** Absolute http(s) URL of the frame. */
    readonly url: string;
  }[];
  /** Where the browser goes once all frames have loaded; undefined: the page stays open. */
  readonly continueTo: string | undefined;
  /** Target of "Back to Application" on a page that stays open. */
  readonly backTo: string | undefined;
}

/** Seconds until the browser moves on: always without scripts; with scripts, if a frame does not load. */
const PATIENCE_SECONDS = 3;

const SCRIPT = `(() => {
  const link = document.getElementById('continue');
  const go = () => location.replace(link.href);
  if (document.readyState === 'complete') go();
  else addEventListener('load', go);
  setTimeout(go, ${PATIENCE_SECONDS * 1000});
})();`;
const SCRIPT_HASH: string = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

/** The page's policy allows frames from the listed applications only. OIDC Front-Channel Logout §2. */
export function renderFrontChannelLogout(exchange: RealmExchange, page: FrontChannelPage): Reply {
  const { continueTo } = page;
  const texts = textsOf(exchange);
  const rows = page.applications.map(
    ({ name, url }) => html`<li>${name}<iframe src="${url}" title="${name}" hidden></iframe></li>
`,
  );
  const onward =
    continueTo === undefined
      ? html`<p class="instruction">${texts.say('understudy.loggedOut')}</p>
${renderBackLink(texts, page.backTo)}`
      : html`<noscript><meta http-equiv="refresh" content="${PATIENCE_SECONDS};url=${continueTo}"></noscript>
<p><a id="continue" href="${continueTo}">${texts.say('doContinue')}</a></p>
${raw(`<script>${SCRIPT}</script>`)}`;
  return renderPage(exchange, {
    status: 200,
    name: 'frontchannel-logout',
    heading: texts.say('frontchannel-logout.title'),
    content: html`<p>${texts.say('frontchannel-logout.message')}</p>
<ul>${rows}</ul>
${onward}`,
    policy: {
      frameSources: [...new Set(page.applications.map(({ url }) => new URL(url).origin))],
      ...(continueTo === undefined ? {} : { scriptSources: [SCRIPT_HASH] }),
    },
  });
}
