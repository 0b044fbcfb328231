// The sign-out page whose frames tell applications that hear by the front channel.
import { createHash } from 'node:crypto';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html, raw } from '#protocol/http/html.ts';
import { renderBackLink } from './error-page.ts';
import { renderPage } from './page-layout.ts';

/** What the page needs. */
export interface FrontChannelPage {
  readonly applications: readonly {
    readonly name: string;
    /** Absolute http(s) address that is framed. */
    readonly url: string;
  }[];
  /** Where the person goes when the applications were told; undefined: the page stays. */
  readonly continueTo: string | undefined;
  /** Where "Back to Application" leads on a page that stays. */
  readonly backTo: string | undefined;
}

/** Seconds after which the person is sent on without scripts, and with scripts if a frame does not load. */
const PATIENCE_SECONDS = 3;

const SCRIPT = `(() => {
  const link = document.getElementById('continue');
  const go = () => location.replace(link.href);
  if (document.readyState === 'complete') go();
  else addEventListener('load', go);
  setTimeout(go, ${PATIENCE_SECONDS * 1000});
})();`;
const SCRIPT_HASH: string = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

/** Renders the page; its policy lets in exactly the applications' origins as frames. OIDC Front-Channel Logout §2. */
export function renderFrontChannelLogout(exchange: RealmExchange, page: FrontChannelPage): Reply {
  const { continueTo } = page;
  const rows = page.applications.map(
    ({ name, url }) => html`<li>${name}<iframe src="${url}" title="${name}" hidden></iframe></li>
`,
  );
  const onward =
    continueTo === undefined
      ? html`<p class="instruction">You are logged out</p>
${renderBackLink(page.backTo)}`
      : html`<noscript><meta http-equiv="refresh" content="${PATIENCE_SECONDS};url=${continueTo}"></noscript>
<p><a id="continue" href="${continueTo}">Continue</a></p>
${raw(`<script>${SCRIPT}</script>`)}`;
  return renderPage(exchange, {
    status: 200,
    name: 'frontchannel-logout',
    heading: 'Logging out',
    content: html`<p>You are logging out from following apps</p>
<ul>${rows}</ul>
${onward}`,
    policy: {
      frameSources: [...new Set(page.applications.map(({ url }) => new URL(url).origin))],
      ...(continueTo === undefined ? {} : { scriptSources: [SCRIPT_HASH] }),
    },
  });
}
