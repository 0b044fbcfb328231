// Finds where in a template's markup each value lands, so that the html tag can reject unsafe places.

/** Where a value lands. `url` is the start of an attribute that takes an address. */
export type Hole =
  | 'text'
  | 'attribute'
  | 'url'
  | 'tag'
  | 'unquoted attribute'
  | 'event handler'
  | 'comment'
  | 'script or style';

const URL_ATTRIBUTES: ReadonlySet<string> = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'cite',
  'data',
  'xlink:href',
]);
const known = new WeakMap<TemplateStringsArray, readonly Hole[]>();

/** The scanner's state. */
interface Place {
  state: 'text' | 'tag' | 'quoted' | 'comment' | 'verbatim';
  quote: string;
  attribute: string;
  /** The element just opened; the content of script and style is not markup. */
  element: string;
  /** Whether the quoted value already has content. */
  begun: boolean;
}

function atText(place: Place, markup: string, from: number): number {
  const open = markup.indexOf('<', from);
  if (open === -1) return markup.length;
  if (markup.startsWith('<!--', open)) {
    place.state = 'comment';
    return open + 4;
  }
  // A value right after `<` would become the tag name, so the end of the markup starts a tag, too.
  if (!/[a-z/!]/i.test(markup[open + 1] ?? '/')) return open + 1;
  place.state = 'tag';
  place.attribute = '';
  place.element = /^[a-z][\w-]*/i.exec(markup.slice(open + 1))?.[0].toLowerCase() ?? '';
  return open + 1;
}

function atTag(place: Place, markup: string, from: number): number {
  const rest = markup.slice(from);
  const quoted = /^[^"'>]*?([\w:.@-]*)\s*=\s*(["'])/.exec(rest);
  const close = rest.indexOf('>');
  if (quoted !== null && (close === -1 || quoted[0].length <= close)) {
    place.state = 'quoted';
    place.attribute = (quoted[1] ?? '').toLowerCase();
    place.quote = quoted[2] ?? '"';
    place.begun = false;
    return from + quoted[0].length;
  }
  if (close === -1) {
    place.attribute = /([\w:.@-]+)\s*=\s*$/.exec(rest)?.[1]?.toLowerCase() ?? '';
    return markup.length;
  }
  place.state = place.element === 'script' || place.element === 'style' ? 'verbatim' : 'text';
  return from + close + 1;
}

function atQuoted(place: Place, markup: string, from: number): number {
  const end = markup.indexOf(place.quote, from);
  if (end !== -1) place.state = 'tag';
  place.begun ||= markup.length > from;
  return end === -1 ? markup.length : end + 1;
}

function atEndOf(place: Place, markup: string, from: number, end: string): number {
  const at = markup.toLowerCase().indexOf(end, from);
  if (at === -1) return markup.length;
  place.state = place.state === 'verbatim' ? 'tag' : 'text';
  place.element = '';
  return at + end.length;
}

function step(place: Place, markup: string, from: number): number {
  switch (place.state) {
    case 'text':
      return atText(place, markup, from);
    case 'tag':
      return atTag(place, markup, from);
    case 'quoted':
      return atQuoted(place, markup, from);
    case 'comment':
      return atEndOf(place, markup, from, '-->');
    case 'verbatim':
      return atEndOf(place, markup, from, `</${place.element}`);
  }
}

function holeAt(place: Place): Hole {
  if (place.state === 'text') return 'text';
  if (place.state === 'comment') return 'comment';
  if (place.state === 'verbatim') return 'script or style';
  if (place.state === 'tag') return place.attribute === '' ? 'tag' : 'unquoted attribute';
  if (place.attribute.startsWith('on') || place.attribute === 'style' || place.attribute === 'srcdoc')
    return 'event handler';
  return URL_ATTRIBUTES.has(place.attribute) && !place.begun ? 'url' : 'attribute';
}

/** Where each value of a template lands; computed once per template in the source. */
export function readHoles(strings: TemplateStringsArray): readonly Hole[] {
  const remembered = known.get(strings);
  if (remembered !== undefined) return remembered;
  const place: Place = { state: 'text', quote: '', attribute: '', element: '', begun: false };
  const holes: Hole[] = [];
  for (const markup of strings.slice(0, -1)) {
    let from = 0;
    while (from < markup.length) from = step(place, markup, from);
    holes.push(holeAt(place));
    place.begun = true;
  }
  known.set(strings, holes);
  return holes;
}
