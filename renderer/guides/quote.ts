// Literals of the languages in the guides, so that no value can break out of its quotes.

/** A single-quoted JavaScript literal; JSON's escapes are valid in JavaScript. */
export function js(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A double-quoted literal for YAML, Python, Go, C# and JSON, which share these escapes. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}

/** A double-quoted YAML scalar in Spring's configuration, which expands `${…}` unless a backslash precedes it. */
export function springYaml(text: string): string {
  return quoted(text.replaceAll('${', '\\${'));
}

/** A single-quoted PHP literal. */
export function php(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A shell word. */
export function shell(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Text of an XML element or of a double-quoted attribute. */
export function xml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A double-quoted argument in Apache's configuration; `${…}` would be replaced by a variable. */
export function apache(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('${', '$\\{')}"`;
}

/** A double-quoted text in a compose file, in which `$` is written twice. */
export function compose(text: string): string {
  return quoted(text.replaceAll('$', '$$$$'));
}
