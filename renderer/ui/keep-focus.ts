// Keeps the focus in a list when a row is removed or returns, and moves it to fields.

const CONTROLS = 'a, button:not(:disabled)';

/** Focuses the first focusable element, unless another element has the focus. */
export function giveFocus(elements: Iterable<Element | null | undefined>): void {
  const holder = document.activeElement;
  if (holder !== null && holder !== document.body) return;
  for (const element of elements) {
    if (!(element instanceof HTMLElement) || !element.isConnected) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/** The control at the same position in another row, or the row's first control. */
function controlOf(row: Element | null, place: number): Element | undefined {
  const controls = [...(row?.querySelectorAll(CONTROLS) ?? [])];
  return controls[place] ?? controls[0];
}

/** Call before a row is removed: moves the focus to a neighbouring row, or else to the section. */
export function keepFocusInList(): void {
  const holder = document.activeElement;
  const row = holder?.closest('tr, li');
  if (holder === null || row === null || row === undefined) return;
  const place = [...row.querySelectorAll(CONTROLS)].indexOf(holder);
  const { nextElementSibling: next, previousElementSibling: previous } = row;
  const section = row.closest('section');
  setTimeout(() =>
    giveFocus([controlOf(next, place), controlOf(previous, place), section?.querySelector(CONTROLS)]),
  );
}

/**
 * Call before a change that removes a row or its control once the server has answered; then call the result, which
 * moves the focus, if it was lost, to the same row, a neighbouring one, or the section.
 */
export function rememberFocusInList(): () => void {
  const holder = document.activeElement;
  const row = holder?.closest('tr, li') ?? null;
  const place = holder === null || row === null ? -1 : [...row.querySelectorAll(CONTROLS)].indexOf(holder);
  const rows = [row, row?.nextElementSibling ?? null, row?.previousElementSibling ?? null];
  const section = holder?.closest('main section');
  return () =>
    giveFocus([
      ...rows.filter((each) => each?.isConnected === true).map((each) => controlOf(each, place)),
      section?.querySelector(CONTROLS),
    ]);
}

/** Asks the list that contains a row to draw it. The detail is the row's key. */
export const DRAW_ROW = 'understudy:draw-row';

/** Frames to wait for an element to be drawn. */
const PATIENCE = 60;

/** Focuses an element as soon as it is drawn, or else the first control of the screen. */
export function focusWhenDrawn(find: () => Element | null | undefined, framesLeft: number = PATIENCE): void {
  const found = find();
  if (found instanceof HTMLElement) {
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: 'nearest' });
  } else if (framesLeft > 0) requestAnimationFrame(() => focusWhenDrawn(find, framesLeft - 1));
  else giveFocus([document.querySelector(`main :is(${CONTROLS})`)]);
}

/**
 * Call before rows are removed: remembers the control with the focus. The returned function focuses it when the
 * rows are back. `keys` are those of the rows, which are in their attribute `data-entry`.
 */
export function rememberPlace(keys: readonly string[]): () => void {
  const holder = document.activeElement;
  const label = holder?.closest('tr, li') ? holder.getAttribute('aria-label') : null;
  const [key = ''] = keys;
  const find = (): Element | null | undefined => {
    window.dispatchEvent(new CustomEvent(DRAW_ROW, { detail: key }));
    const labelled =
      label === null ? null : document.querySelector(`main [aria-label="${CSS.escape(label)}"]`);
    return labelled ?? controlOf(document.querySelector(`[data-entry="${CSS.escape(key)}"]`), 0);
  };
  return () => focusWhenDrawn(find);
}

const INPUTS = ['input:not([type="hidden"])', 'textarea', 'select', 'button'].map(
  (input) => `${input}:not(:disabled)`,
);

/** Scrolls to the invalid or else the first field of `part` and focuses it. Returns whether there is one. */
export function showField(part: Element | null | undefined): boolean {
  const faulty = part?.querySelector<HTMLElement>(
    INPUTS.map((input) => `${input}[aria-invalid="true"]`).join(),
  );
  const control = faulty ?? part?.querySelector<HTMLElement>(INPUTS.join());
  if (control === null || control === undefined) return false;
  control.scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
  return true;
}
