// Keeps the focus in a list when a row is removed, and moves it to fields.

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
