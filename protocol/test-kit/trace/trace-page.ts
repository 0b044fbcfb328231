// The trace as one page: refusals first, then every flow with its exchanges, decoded and with secrets masked.
import type {
  ActivityMessage,
  ActivityRecord,
  ActivityRefusal,
  ActivityValue,
} from '#protocol/contract/activity.ts';
import { type Html, html, raw } from '#protocol/http/html.ts';
import { groupFlows, isFailure, type TracedExchange, type TracedFlow } from './trace-flows.ts';
import { TRACE_STYLE, TRACE_STYLE_SOURCE } from './trace-style.ts';

export interface TraceFacts {
  readonly realmName: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly test: string | undefined;
}

// Only this constant is inserted without escaping.
const STYLE = raw(`<style>${TRACE_STYLE}</style>`);
const POLICY = `default-src 'none'; style-src ${TRACE_STYLE_SOURCE}; base-uri 'none'; form-action 'none'`;

function renderRefusal({ code, description, reason, remedy, section }: ActivityRefusal): Html {
  return html`<div class="refusal">
<strong class="wire">${code}</strong>${section !== undefined && html` <span class="soft">${section}</span>`}
<dl>
${description !== reason && html`<dt>Sent</dt><dd>${description === '' ? 'no description' : description}</dd>`}
<dt>Reason</dt><dd>${reason}</dd>
${remedy !== undefined && html`<dt>How to fix it</dt><dd><strong>${remedy}</strong></dd>`}
</dl>
</div>`;
}

function renderPairs(heading: string, values: readonly ActivityValue[]): Html | false {
  return (
    values.length > 0 &&
    html`<h3>${heading}</h3>
<table class="wire">
${values.map(({ name, value }) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}
</table>`
  );
}

function renderText(heading: string, text: string): Html {
  return html`<h3>${heading}</h3>
<pre tabindex="0">${text}</pre>`;
}

const asJson = (value: unknown): string => JSON.stringify(value, null, 2);

function renderMessage(message: ActivityMessage): readonly (Html | false)[] {
  const { query, form, json, tokens, documents, cookies, headers } = message;
  return [
    renderPairs('Query', query),
    renderPairs('Form', form),
    json !== undefined && renderText('JSON', asJson(json)),
    ...tokens.map(({ name, header, claims }) => renderText(`Token: ${name}`, asJson({ header, claims }))),
    ...documents.map(({ name, xml }) => renderText(name, xml)),
    renderPairs('Cookies', cookies),
    renderPairs('Headers', headers),
  ];
}

function renderLocation({ location }: ActivityRecord['response']): readonly (Html | false)[] {
  if (location === undefined) return [];
  return [
    renderText(location.by === 'redirect' ? 'Redirects to' : 'Posts a form to', location.url),
    renderPairs('With', location.parameters),
  ];
}

function renderDecisions({ decisions }: ActivityRecord): Html | false {
  return (
    decisions.length > 0 &&
    html`<h3>Decisions</h3>
<table>
${decisions.map(
  ({ rule, outcome, detail, section }) =>
    html`<tr><th scope="row"><code>${rule}</code></th><td><span class="${outcome}">${outcome}</span>: ${detail}${section !== undefined && html` <span class="soft">${section}</span>`}</td></tr>`,
)}
</table>`
  );
}

function renderExchange({ record }: TracedExchange): Html {
  const { id, refusal, outcome, title, status, durationMs, startedAt } = record;
  const people = [record.clientId, record.username].filter((text) => text !== undefined).join(' · ');
  return html`<details class="exchange" id="${id}" ${isFailure(outcome) && html`open`}>
<summary>
<span class="outcome ${outcome}">${outcome}</span>
<span class="wire">${record.method} ${status === 0 ? 'no answer' : status}</span>
<span class="title">${title}${people !== '' && html` <span class="soft">${people}</span>`}</span>
<span class="time soft">${Math.round(durationMs)} ms</span>
<span class="line wire soft">${record.from} → ${record.to} ${record.path} at ${startedAt.slice(11, 23)}</span>
</summary>
<div class="body">
${refusal !== undefined && renderRefusal(refusal)}
${renderDecisions(record)}
<div class="columns">
<section><h2>Request</h2>${renderMessage(record.request)}</section>
<section><h2>Response</h2>${renderLocation(record.response)}${renderMessage(record.response)}</section>
</div>
${renderText('As curl', record.curl)}
</div>
</details>`;
}

function renderFlow({ name, users, clients, tests, isRefused, exchanges }: TracedFlow): Html {
  const named = name.split(' · ');
  const people = [...clients, ...users].filter((one) => !named.includes(one));
  const facts = [...people, ...tests.map((test) => `test “${test}”`)].join(' · ');
  const count = exchanges.length === 1 ? '1 exchange' : `${exchanges.length} exchanges`;
  return html`<details class="flow" ${isRefused && html`open`}>
<summary>${name} <span class="soft">${facts === '' ? count : `${facts} · ${count}`}</span></summary>
<div class="body">
${exchanges.map(renderExchange)}
</div>
</details>`;
}

function renderRefusals(traced: readonly TracedExchange[]): Html | false {
  const refused = traced
    .filter(({ record }) => record.refusal !== undefined)
    // What was made to fail on purpose explains least.
    .sort((a, b) => Number(a.record.fault !== undefined) - Number(b.record.fault !== undefined));
  return (
    refused.length > 0 &&
    html`<h2>Refusals</h2>
<table>
${refused.map(
  ({ record }) =>
    html`<tr><th scope="row"><a href="#${record.id}">${record.title}</a></th><td><code>${record.refusal?.code}</code> ${record.refusal?.reason} <strong>${record.refusal?.remedy}</strong></td></tr>`,
)}
</table>`
  );
}

/** A page that needs nothing else: no scripts, no other files. */
export function renderTrace(traced: readonly TracedExchange[], facts: TraceFacts): Html {
  const flows = groupFlows(traced);
  const refused = traced.filter(({ record }) => isFailure(record.outcome)).length;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Trace of realm ${facts.realmName}</title>
${STYLE}
</head>
<body>
<main>
<h1>Trace of realm ${facts.realmName}${facts.test !== undefined && html`, test “${facts.test}”`}</h1>
<p class="soft">${flows.length} flows, ${traced.length} exchanges, ${refused} refused or failed. Created ${facts.createdAt} by Understudy; secrets are masked.</p>
${renderRefusals(traced)}
<h2>Flows</h2>
${flows.length === 0 ? html`<p>No exchanges of this realm match.</p>` : flows.map(renderFlow)}
</main>
</body>
</html>
`;
}
