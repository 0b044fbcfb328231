// The stylesheet of the trace page, inline because the page must work as a single file.
import { createHash } from 'node:crypto';

export const TRACE_STYLE = `
:root { color-scheme: light dark; --bg: #fff; --panel: #f6f7f9; --line: #d9dde3; --text: #1b1f26; --soft: #5b6472;
  --accent: #2456c6; --bad: #b3261e; --bad-bg: #fdecea; --good: #1c6b3c; --wait: #7a5200; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #14171c; --panel: #1c2027; --line: #333a45; --text: #e6e9ee; --soft: #a0a9b8;
    --accent: #8ab0ff; --bad: #ff9d94; --bad-bg: #3a1d1b; --good: #7fd6a2; --wait: #f0c36d; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1200px; padding: 24px; background: var(--bg); color: var(--text);
  font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 22px; line-height: 1.3; margin: 0 0 4px; }
h2 { font-size: 16px; margin: 24px 0 8px; }
h3 { font-size: 12px; margin: 16px 0 4px; color: var(--soft); font-weight: 600; }
p { margin: 0; }
a { color: var(--accent); }
code, pre, .wire { font: 12.5px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
pre { margin: 0; padding: 8px; background: var(--bg); border: 1px solid var(--line); border-radius: 4px; white-space: pre-wrap;
  overflow-wrap: anywhere; max-height: 480px; overflow: auto; }
.soft { color: var(--soft); }
details { border: 1px solid var(--line); border-radius: 6px; margin: 0 0 8px; background: var(--panel); }
summary { cursor: pointer; padding: 8px 12px; }
summary:focus-visible, a:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
details > .body { padding: 0 12px 12px; }
details details { background: var(--bg); }
.flow > summary { font-weight: 600; }
.flow > summary .soft { font-weight: 400; }
.exchange > summary { display: grid; grid-template-columns: 88px 88px minmax(0, 1fr) auto; gap: 0 8px; align-items: baseline;
  list-style: none; }
.exchange > summary::-webkit-details-marker { display: none; }
.outcome::before { content: "▸ " / ""; color: var(--soft); font-weight: 400; }
.exchange[open] > summary .outcome::before { content: "▾ " / ""; }
.exchange > summary .title { overflow-wrap: anywhere; }
.exchange > summary .line { grid-column: 3 / -1; overflow-wrap: anywhere; }
.time { text-align: right; font-variant-numeric: tabular-nums; }
.accepted { color: var(--good); } .asked { color: var(--wait); } .refused, .failed { color: var(--bad); font-weight: 600; }
.refusal { border-left: 4px solid var(--bad); background: var(--bad-bg); border-radius: 4px; padding: 8px 12px; margin: 0 0 8px;
  overflow-wrap: anywhere; }
.refusal dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 12px; margin: 4px 0 0; }
.refusal dt { color: var(--soft); } .refusal dd { margin: 0; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: 2px 8px 2px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { font-weight: 400; color: var(--soft); width: 220px; }
tr:last-child > * { border-bottom: 0; }
.columns { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 24px; }
@media (max-width: 900px) {
  body { padding: 16px; }
  .columns { grid-template-columns: minmax(0, 1fr); }
  th { width: 176px; }
}
@media print { details::details-content { content-visibility: visible; } }
`;

/** CSP source of the stylesheet. */
export const TRACE_STYLE_SOURCE: string = `'sha256-${createHash('sha256').update(TRACE_STYLE).digest('base64')}'`;
