// A page that contains only a script and may be framed by any application.
import { createHash } from 'node:crypto';
import type { Reply } from '#protocol/http/exchange.ts';
import { html, raw } from '#protocol/http/html.ts';
import { type HtmlReplyOptions, htmlReply } from '#protocol/http/replies.ts';

/** The policy allows the script by its hash; `script` must be a constant. CSP Level 3 §8. */
export function renderScriptPage(title: string, script: string, options: HtmlReplyOptions = {}): Reply {
  const hash = createHash('sha256').update(script).digest('base64');
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>${raw(`<script>${script}</script>`)}</body>
</html>
`;
  return htmlReply(200, page, { ...options, scriptSources: [`'sha256-${hash}'`], framedByAnyone: true });
}
