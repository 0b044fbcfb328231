// A page that submits its form to another server by itself; without scripts the user presses its button.
import { createHash } from 'node:crypto';
import type { PostedForm, Reply } from './exchange.ts';
import { html, raw } from './html.ts';
import { htmlReply } from './replies.ts';

const SUBMIT_SCRIPT = 'document.forms[0].submit();';
const SCRIPT_HASH: string = `'sha256-${createHash('sha256').update(SUBMIT_SCRIPT).digest('base64')}'`;

/** SAML Bindings §3.5.4, OAuth 2.0 Form Post Response Mode §2. */
export function renderPostingPage(form: PostedForm): Reply {
  const { texts, formName, action, fields } = form;
  const name = formName === undefined ? html`` : html` name="${formName}"`;
  const inputs = fields.map(
    ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">
`,
  );
  const page = html`<!doctype html>
<html lang="${texts.locale}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${texts.title}</title>
</head>
<body>
<form${name} method="post" action="${action}">
${inputs}<noscript><p>${texts.hint}</p>
<button name="continue" type="submit">${texts.button}</button></noscript>
</form>
${raw(`<script>${SUBMIT_SCRIPT}</script>`)}
</body>
</html>
`;
  return {
    ...htmlReply(200, page, { scriptSources: [SCRIPT_HASH] }),
    postedForm: form,
  };
}
