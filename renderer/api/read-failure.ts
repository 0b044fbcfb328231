// Turns an error answer of the admin API into one sentence.

const byStatus: Readonly<Record<number, string>> = {
  401: 'You are not signed in any more. Reload the window to sign in again.',
  403: 'Your account may not do this. Sign in as an administrator of the master realm.',
  404: 'This does not exist any more. Go back to the list.',
  409: 'Something with this name exists already. Choose another name.',
  413: 'This is larger than the server takes. Make it smaller.',
  502: 'The server does not answer. Check that it still runs, then try again.',
};

function messageOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const members = value as Record<string, unknown>;
  for (const name of ['errorMessage', 'error_description', 'error']) {
    const text = members[name];
    if (typeof text === 'string' && text !== '' && !text.startsWith('HTTP ')) {
      const field = members['field'];
      return typeof field === 'string' ? `${field}: ${text}` : text;
    }
  }
  const errors = members['errors'];
  if (!Array.isArray(errors)) return undefined;
  const texts = errors.map(messageOf).filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.join('; ');
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Not JSON: the status says enough.
    return undefined;
  }
}

/** What went wrong and, where the status tells, what to do next. */
export function readFailure(status: number, body: string): string {
  return (
    messageOf(parse(body)) ??
    byStatus[status] ??
    `The server answered with status ${status}. Its log says why; try again.`
  );
}
