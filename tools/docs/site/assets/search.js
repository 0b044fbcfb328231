// The search of the documentation site. Without a server: the texts are a file beside it.
import MiniSearch from './minisearch.js';

const MOST_RESULTS = 12;
const root = document.body.dataset.root;
const field = document.getElementById('search');
const list = document.getElementById('results');
let index;
let selected = -1;

/** Loads the texts when somebody begins to search. */
function loadIndex() {
  index ??= fetch(`${root}/assets/search.json`)
    .then((response) => response.json())
    .then((sections) => {
      const search = new MiniSearch({
        fields: ['heading', 'page', 'text'],
        storeFields: ['heading', 'page'],
        searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
      });
      search.addAll(sections);
      return search;
    });
  return index;
}

function select(place) {
  const options = [...list.children];
  selected = options.length === 0 ? -1 : (place + options.length) % options.length;
  for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === selected));
  const option = options[selected];
  if (option === undefined) field.removeAttribute('aria-activedescendant');
  else {
    field.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  }
}

function show(results, text) {
  list.replaceChildren(
    ...results.map(({ id, heading, page }, place) => {
      const option = document.createElement('li');
      option.id = `result-${place}`;
      option.setAttribute('role', 'option');
      const link = document.createElement('a');
      link.href = `${root}/${id}`;
      link.tabIndex = -1;
      link.append(heading);
      if (page !== heading) {
        const where = document.createElement('small');
        where.append(page);
        link.append(where);
      }
      option.append(link);
      return option;
    }),
  );
  if (results.length === 0 && text !== '') list.append(`Nothing found for “${text}”.`);
  const open = text !== '';
  list.hidden = !open;
  field.setAttribute('aria-expanded', String(open));
  if (results.length > 0) select(0);
}

field.addEventListener('focus', loadIndex);
field.addEventListener('input', async () => {
  const text = field.value.trim();
  const search = await loadIndex();
  // A newer input has its own search.
  if (text !== field.value.trim()) return;
  show(text === '' ? [] : search.search(text).slice(0, MOST_RESULTS), text);
});
field.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    select(selected + step);
  }
  if (event.key === 'Enter') list.children[selected]?.querySelector('a')?.click();
  if (event.key === 'Escape') show([], '');
});
document.addEventListener('click', ({ target }) => {
  if (!target.closest('search')) show([], '');
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || document.activeElement === field) return;
  event.preventDefault();
  field.focus();
});
// A narrow window folds the contents.
if (matchMedia('(max-width: 860px)').matches) document.querySelector('.menu').open = false;
