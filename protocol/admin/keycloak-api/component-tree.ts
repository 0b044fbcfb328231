// The components of a realm as pure functions: those of the realm, and those below other components.
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StoredRealm } from '#protocol/store/store.ts';

/** By provider type. */
type Components = Readonly<Record<string, readonly ComponentRepresentation[]>>;

/** A component with its provider type and its parent: the realm or a component. */
export interface PlacedComponent {
  readonly type: string;
  readonly component: ComponentRepresentation;
  readonly parentId: string;
}

/** Mappers of a user directory, for example. A realm file may contain anything here. */
function below({ subComponents }: ComponentRepresentation): Components {
  if (typeof subComponents !== 'object' || subComponents === null) return {};
  const lists = Object.entries(subComponents).filter(([, list]) => Array.isArray(list));
  return Object.fromEntries(
    lists.map(([type, list]) => [
      type,
      (list as readonly unknown[]).filter(
        (item): item is ComponentRepresentation => typeof item === 'object' && item !== null,
      ),
    ]),
  );
}

function* walk(components: Components, parentId: string): Generator<PlacedComponent> {
  for (const [type, list] of Object.entries(components))
    for (const component of list) {
      yield { type, component, parentId };
      yield* walk(below(component), component.id ?? '');
    }
}

/** All components, parents before what is below them. */
export function listComponents({ components = {}, id }: StoredRealm): readonly PlacedComponent[] {
  return [...walk(components, id)];
}

export function findComponent(realm: StoredRealm, id: string): PlacedComponent | undefined {
  return listComponents(realm).find(({ component }) => component.id === id);
}

type Edit = (component: ComponentRepresentation) => ComponentRepresentation | undefined;

function editAll(components: Components, id: string, edit: Edit): Record<string, ComponentRepresentation[]> {
  const editOne = (component: ComponentRepresentation): ComponentRepresentation | undefined => {
    if (component.id === id) return edit(component);
    const inner = below(component);
    if (Object.keys(inner).length === 0) return component;
    return { ...component, subComponents: editAll(inner, id, edit) };
  };
  return Object.fromEntries(
    Object.entries(components).map(([type, list]) => [type, list.flatMap((item) => editOne(item) ?? [])]),
  );
}

/** The realm with one component replaced by the result of `edit`; undefined removes it with all below it. */
export function editComponent(realm: StoredRealm, id: string, edit: Edit): StoredRealm {
  return { ...realm, components: editAll(realm.components ?? {}, id, edit) };
}

function add(components: Components, type: string, component: ComponentRepresentation) {
  const list = Object.hasOwn(components, type) ? (components[type] ?? []) : [];
  return { ...components, [type]: [...list, component] } as Record<string, ComponentRepresentation[]>;
}

/** Adds a component to the realm, or below the component `parentId`. */
export function addComponent(
  realm: StoredRealm,
  { type, component, parentId }: PlacedComponent,
): StoredRealm {
  if (parentId === realm.id) return { ...realm, components: add(realm.components ?? {}, type, component) };
  return editComponent(realm, parentId, (parent) => ({
    ...parent,
    subComponents: add(below(parent), type, component),
  }));
}
