// Parses Server-Sent Events from text that arrives in chunks (HTML Living Standard §9.2).

interface StreamEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: string;
}

/** Accepts chunks of text and returns the events completed by each. */
export interface EventStreamParser {
  push(text: string): readonly StreamEvent[];
}

interface OpenEvent {
  id: string | undefined;
  name: string;
  data: string[];
}

function takeLine(event: OpenEvent, line: string): void {
  const colon = line.indexOf(':');
  const field = colon === -1 ? line : line.slice(0, colon);
  const rest = colon === -1 ? '' : line.slice(colon + 1);
  const value = rest.startsWith(' ') ? rest.slice(1) : rest;
  if (field === 'data') event.data.push(value);
  else if (field === 'event') event.name = value;
  else if (field === 'id') event.id = value;
}

/** A parser for one connection. */
export function createEventStreamParser(): EventStreamParser {
  let rest = '';
  let open: OpenEvent = { id: undefined, name: 'message', data: [] };
  return {
    push: (text) => {
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      const events: StreamEvent[] = [];
      for (const line of lines) {
        if (line !== '') {
          takeLine(open, line);
          continue;
        }
        if (open.data.length > 0) events.push({ id: open.id, name: open.name, data: open.data.join('\n') });
        open = { id: open.id, name: 'message', data: [] };
      }
      return events;
    },
  };
}
