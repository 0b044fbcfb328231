// The pages' stylesheet, and the route that serves it under a name derived from its content.
import { sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import type { PlainRoute } from '#protocol/http/exchange.ts';

/**
 * Themes for Keycloak set variables of PatternFly 5: their defaults are our colours, and themed pages have what they set.
 * 8-pixel grid, system fonts, one accent colour; WCAG AA contrast in both schemes, field borders 3:1. */
const RULES = `
:root {
  color-scheme: light dark;
  --ground: #f5f6f9; --card: #fff; --text: #1a1c26; --muted: #565b6e; --line: #dfe2ea; --field: #868b9d;
  --accent: #4f46e5; --accent-strong: #4338ca; --on-accent: #fff; --tint: #eeedfd;
  --bad: #b42318; --bad-tint: #fef2f1; --note-tint: #eef2ff;
  --shadow: 0 1px 2px rgb(20 22 40 / 6%), 0 8px 24px rgb(20 22 40 / 8%);
}
:root[data-color-scheme="light"] { color-scheme: light; }
@media (prefers-color-scheme: dark) {
  :root:not([data-color-scheme="light"]) {
    --ground: #0f1117; --card: #181b24; --text: #e8eaf2; --muted: #a2a8ba; --line: #2b303d; --field: #6f768a;
    --accent: #8b8cf9; --accent-strong: #a5a6fb; --on-accent: #11121c; --tint: #23243f;
    --bad: #ff9a8f; --bad-tint: #33191a; --note-tint: #1f2140;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%);
  }
}
:root {
  --pf-v5-global--primary-color--100: var(--accent); --pf-v5-global--primary-color--200: var(--accent-strong);
  --pf-v5-global--active-color--100: var(--accent); --pf-v5-global--link--Color: var(--accent);
  --pf-v5-global--link--Color--hover: var(--accent-strong); --pf-v5-global--Color--100: var(--text);
  --pf-v5-global--Color--200: var(--muted); --pf-v5-global--BackgroundColor--100: var(--card);
  --pf-v5-global--BackgroundColor--200: var(--ground); --pf-v5-global--BorderColor--100: var(--line);
  --pf-v5-global--danger-color--100: var(--bad);
}
.us-themed {
  --accent: var(--pf-v5-global--primary-color--100); --accent-strong: var(--pf-v5-global--primary-color--200);
  --text: var(--pf-v5-global--Color--100); --muted: var(--pf-v5-global--Color--200);
  --card: var(--pf-v5-global--BackgroundColor--100); --line: var(--pf-v5-global--BorderColor--100);
  --bad: var(--pf-v5-global--danger-color--100);
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 15px/24px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
}
.us-page { min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center; gap: 16px; padding: 24px 16px 16px; }
.us-page::before { content: ""; flex: 1 1 0; max-height: 12vh; }
.us-container { flex: 1 1 auto; width: 100%; display: flex; flex-direction: column; align-items: center; gap: 16px; }
.us-header, .us-card, .us-footer { width: 100%; max-width: 416px; }
.us-wide .us-card, .us-wide .us-header { max-width: 768px; }
.us-header { display: flex; align-items: center; gap: 8px; }
#kc-header-wrapper { font-size: 16px; font-weight: 600; overflow-wrap: anywhere; min-width: 0; }
#kc-header-wrapper img { max-width: 100%; height: auto; vertical-align: middle; }
.kc-logo-text { background: var(--keycloak-logo-url, none) center / contain no-repeat; width: var(--keycloak-logo-width, auto); height: var(--keycloak-logo-height, auto); }
.us-head { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: 4px 16px; margin-bottom: 8px; }
.us-languages { flex: 0 1 auto; min-width: 0; margin-inline-start: auto; }
.menu-button-links { position: relative; }
.menu-button-links > button { min-height: 32px; padding: 3px 12px; font-size: 13px; line-height: 20px; }
.menu-button-links > ul { position: absolute; inset-inline-end: 0; z-index: 1; display: grid; gap: 0; min-width: 160px; padding: 8px 16px; background: var(--card); border: 1px solid var(--line); border-radius: 6px; box-shadow: var(--shadow); }
.menu-button-links:not(:hover, :focus-within) > ul { display: none; }
.us-languages select { width: auto; max-width: 100%; min-height: 32px; padding: 3px 8px; font-size: 13px; line-height: 20px; text-overflow: ellipsis; }
.us-languages ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; justify-content: end; gap: 0 12px; font-size: 13px; line-height: 24px; }
.us-languages [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
[hidden] { display: none !important; }
.us-mark { flex: none; width: 24px; height: 24px; color: var(--accent); }
.us-card {
  background: var(--card); border: 1px solid var(--line); border-radius: 8px; box-shadow: var(--shadow); padding: 24px;
}
h1 { margin: 0; min-width: 0; overflow-wrap: anywhere; font-size: 21px; line-height: 32px; font-weight: 650; letter-spacing: -.01em; }
h2 { margin: 0; font-size: 15px; line-height: 24px; font-weight: 600; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
p:last-child { margin-bottom: 0; }
.us-lead, .us-hint, .us-footer { color: var(--muted); }
.us-lead strong { color: var(--text); font-weight: 600; }
.us-hint, .us-footer { font-size: 13px; line-height: 20px; }
a { color: var(--accent); text-underline-offset: 2px; }
a:hover { color: var(--accent-strong); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.us-columns { display: grid; gap: 24px; }
.us-aside { border-top: 1px solid var(--line); padding-top: 24px; min-width: 0; }
.us-field { margin-bottom: 16px; }
label { display: block; font-weight: 550; margin-bottom: 4px; }
input:not([type="checkbox"], [type="radio"]), select, textarea {
  width: 100%; min-height: 40px; padding: 7px 12px; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--field); border-radius: 6px;
}
[aria-invalid="true"] { border-color: var(--bad); }
:is(input:not([type="checkbox"], [type="radio"]), select, textarea):focus-visible { outline-offset: -1px; border-color: var(--accent); }
:disabled { color: var(--muted); background: var(--ground); cursor: not-allowed; }
textarea { resize: vertical; }
.us-input { display: block; }
.us-input + .us-input { margin-top: 8px; }
.us-help { display: block; margin-bottom: 4px; color: var(--muted); font-size: 13px; line-height: 20px; }
:is(.us-input, .us-check) + .us-help { margin: 4px 0 0; }
fieldset.us-field { border: 0; padding: 0; margin-inline: 0; min-width: 0; }
legend { padding: 0; margin-bottom: 4px; font-weight: 550; }
fieldset .us-check { margin-bottom: 8px; }
h2.us-group { margin: 24px 0 8px; padding-top: 16px; border-top: 1px solid var(--line); }
.us-group + .us-hint { margin-bottom: 16px; }
.us-check { display: flex; align-items: center; gap: 8px; margin-bottom: 16px; min-height: 24px; }
.us-check label { margin: 0; font-weight: 400; }
.us-check input { width: 16px; height: 16px; margin: 0; accent-color: var(--accent); }
button {
  font: inherit; color: inherit; background: transparent; border: 1px solid var(--field); border-radius: 6px;
  min-height: 40px; padding: 7px 16px; cursor: pointer;
}
button:hover { border-color: var(--accent); }
button.us-primary, input.us-primary { width: 100%; background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
button.us-primary:hover, input.us-primary:hover { background: var(--accent-strong); border-color: var(--accent-strong); }
#input-error { display: block; margin-bottom: 16px; }
#input-error, .us-alert { padding: 8px 12px; border-radius: 6px; border-inline-start: 4px solid var(--accent); background: var(--note-tint); overflow-wrap: anywhere; }
#input-error { border-inline-start-color: var(--bad); background: var(--bad-tint); color: var(--bad); }
.us-alert { margin-bottom: 16px; }
.us-known { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 16px; margin-bottom: 16px; padding-bottom: 8px; border-bottom: 1px solid var(--line); }
#kc-attempted-username { flex: 1 1 160px; width: auto; min-width: 0; min-height: 24px; padding: 0; border: 0; font-weight: 600; text-overflow: ellipsis; }
.us-people { list-style: none; margin: 12px 0 0; padding: 0; display: grid; gap: 8px; }
.us-people + .us-hint, form + .us-hint { margin-top: 12px; }
.us-people button { width: 100%; display: flex; align-items: center; gap: 12px; text-align: start; padding: 7px 12px; border-color: var(--line); }
.us-people button:hover { border-color: var(--accent); background: var(--tint); }
.us-people .us-initial { flex: none; display: grid; place-items: center; width: 32px; height: 32px; border-radius: 50%; background: var(--tint); color: var(--accent-strong); font-weight: 600; font-size: 14px; }
.us-people .us-who { min-width: 0; line-height: 20px; overflow-wrap: anywhere; }
.us-people .us-who .us-name { display: block; font-weight: 550; }
.us-people .us-who .us-login { display: block; color: var(--muted); font-size: 13px; }
button.us-link { border: 0; padding: 0; min-height: 24px; color: var(--accent); text-decoration: underline; text-underline-offset: 2px; }
button.us-link:hover { color: var(--accent-strong); }
#kc-select-try-another-way-form { margin: 16px 0 0; }
.us-choices { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
h2 + .us-choices { margin-top: 12px; }
.us-choices button { width: 100%; text-align: start; padding: 11px 16px; border-color: var(--line); }
.us-choices button:hover { border-color: var(--accent); background: var(--tint); }
.us-choices .us-name, .us-choices .us-detail { display: block; overflow-wrap: anywhere; }
.us-choices .us-name { font-weight: 550; }
.us-choices .us-detail { color: var(--muted); font-size: 13px; line-height: 20px; }
.us-providers { margin-top: 24px; }
.us-providers hr { margin: 0 0 24px; border: 0; border-top: 1px solid var(--line); }
.us-providers h2 { margin: 0 0 12px; font-size: 15px; line-height: 24px; }
.us-providers ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
.us-provider { display: block; padding: 7px 12px; border: 1px solid var(--line); border-radius: 6px; color: var(--text); text-align: center; text-decoration: none; overflow-wrap: anywhere; }
.us-provider:hover { border-color: var(--accent); background: var(--tint); color: var(--text); }
.us-actions { margin-top: 24px; display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; }
.us-problem { display: block; margin-top: 4px; color: var(--bad); font-size: 13px; line-height: 20px; overflow-wrap: anywhere; }
#input-error .us-problem { margin: 0; font-size: inherit; line-height: inherit; }
.us-terms { margin-bottom: 24px; max-height: 40vh; overflow: auto; overflow-wrap: anywhere; white-space: pre-line; }
.us-terms:has(*) { white-space: normal; }
.us-steps { margin: 0 0 16px; padding-inline-start: 20px; }
.us-steps li + li { margin-top: 16px; }
.us-steps p { margin-bottom: 8px; }
.us-facts { grid-template-columns: auto 1fr; gap: 0 16px; font-size: 13px; line-height: 20px; }
.us-facts dd { margin: 0; }
.us-codes, code { direction: ltr; text-align: start; }
code { font-family: ui-monospace, "Cascadia Mono", "Liberation Mono", monospace; font-size: 13px; overflow-wrap: anywhere; }
#kc-totp-secret-qr-code { display: block; width: 256px; max-width: 100%; height: auto; margin-bottom: 8px; image-rendering: pixelated; border-radius: 6px; }
#kc-totp-supported-apps { margin: 0; padding-inline-start: 20px; }
.us-steps #kc-totp-supported-apps li { margin: 0; }
.us-codes { columns: 2; column-gap: 40px; margin: 0 0 16px; padding: 12px; padding-inline-start: 44px; border-radius: 6px; background: var(--note-tint); font-family: ui-monospace, "Cascadia Mono", "Liberation Mono", monospace; font-size: 13px; }
.us-codes li { break-inside: avoid; white-space: nowrap; }
.us-alert p { margin: 4px 0 0; }
.us-tools { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; }
#kc-totp-secret-key { display: block; padding: 8px 12px; border-radius: 6px; background: var(--note-tint); font-size: 15px; }
summary { cursor: pointer; }
details { margin-bottom: 16px; }
details[open] summary { margin-bottom: 8px; }
.us-choice { display: flex; flex-wrap: wrap; gap: 8px 16px; }
.us-choice > * { flex: 1 1 0; min-width: fit-content; }
.us-requested { list-style: none; margin: 0 0 24px; padding: 0; border: 1px solid var(--line); border-radius: 6px; }
.us-requested li { padding: 8px 12px; overflow-wrap: anywhere; }
.us-requested li + li { border-top: 1px solid var(--line); }
.us-operator { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--line); }
.us-realms { margin: 8px 0 16px; padding: 0; list-style: none; }
.us-realms li { padding: 8px 0; overflow-wrap: anywhere; }
.us-realms li + li { border-top: 1px solid var(--line); }
dl { margin: 8px 0 16px; display: grid; gap: 0; }
dt { color: var(--muted); font-size: 13px; line-height: 20px; }
dd { margin: 0 0 8px; overflow-wrap: anywhere; }
.us-footer { margin-top: auto; text-align: center; }
.us-out-of-sight { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
#kc-form-options { margin-bottom: 16px; }
@media (min-width: 720px) {
  .us-wide .us-columns { grid-template-columns: 1fr 1fr; gap: 32px; }
  .us-wide .us-aside { border-top: 0; border-inline-start: 1px solid var(--line); padding: 0; padding-inline-start: 32px; }
}
@media (max-width: 440px) { .us-codes { columns: 1; font-size: 15px; } }
@media print { .us-header, .us-footer, form, .us-tools, .us-operator { display: none; } body, .us-card { background: none; box-shadow: none; border: 0; } }
@media (max-width: 360px) { .us-card { padding: 16px; } .us-page { padding: 16px 8px; } }
@media (forced-colors: active) { .us-people .us-initial, .us-card { border: 1px solid; } }
`.trim();

/** In a layer, so that a theme's rules override it whatever their specificity. */
const STYLESHEET = `@layer understudy {\n${RULES}\n}\n`;

/** Path of the stylesheet, with a hash of its content, so that browsers may cache it permanently. */
export const STYLESHEET_PATH: string = `/resources/login/${sha256Base64Url(STYLESHEET).slice(0, 16)}.css`;

/** Serves the stylesheet. Not recorded in Activity. */
export const stylesheetRoute: PlainRoute = {
  method: 'GET',
  path: STYLESHEET_PATH,
  handle: () => ({
    status: 200,
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    },
    body: STYLESHEET,
  }),
};
