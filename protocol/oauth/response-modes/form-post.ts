// Response mode form_post: a page whose form carries the parameters to the client; without scripts the person presses its button.
import { createHash } from 'node:crypto';
import { html, raw } from '#protocol/http/html.ts';
import { htmlReply } from '#protocol/http/replies.ts';
import type { ResponseMode } from './response-mode.ts';

const SUBMIT_SCRIPT = 'document.forms[0].submit();';
const SCRIPT_HASH: string = `'sha256-${createHash('sha256').update(SUBMIT_SCRIPT).digest('base64')}'`;

/** OAuth 2.0 Form Post Response Mode §2. */
export const formPost: ResponseMode = {
  section: 'OAuth 2.0 Form Post Response Mode §2',
  isJwt: false,
  send(redirectUri, parameters) {
    const inputs = parameters.map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    );
    const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>OIDC Form_Post Response</title>
</head>
<body>
<form method="post" action="${redirectUri}">
${inputs}
<noscript><p>Scripts are off in this browser. Press the button to go on.</p>
<button name="continue" type="submit">Continue</button></noscript>
</form>
${raw(`<script>${SUBMIT_SCRIPT}</script>`)}
</body>
</html>
`;
    return htmlReply(200, page, { scriptSources: [SCRIPT_HASH] });
  },
};
