// Keeps the focus in a list when its row is removed, and moves it to a field.

const CONTROLS = 'a, button:not(:disabled)';

/** Gives the focus to the first of the elements that can take it, unless something has it already. */
export function giveFocus(elements: Iterable<Element | null | undefined>): void {
  const holder = document.activeElement;
  if (holder !== null && holder !== document.body) return;
  for (const element of elements) {
    if (!(element instanceof HTMLElement) || !element.isConnected) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/** The control at the same place in another row, or the row's first one. */
function controlOf(row: Element | null, place: number): Element | undefined {
  const controls = [...(row?.querySelectorAll(CONTROLS) ?? [])];
  return controls[place] ?? controls[0];
}

/**
 * Call before a row is removed: gives the focus to its neighbour, or to the section when it was the last row.
 */
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

const INPUTS = ['input:not([type="hidden"])', 'textarea', 'select', 'button'].map(
  (input) => `${input}:not(:disabled)`,
);

/** Scrolls to the faulty field of `part`, or its first, and gives it the focus. Whether there is one. */
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
