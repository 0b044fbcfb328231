// A tab of the realm with a form for the realm's members.
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import { useRealmSettings, useSaveRealm } from '../../api/realm.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { type FieldSection, SettingsForm } from '../../ui/settings-form.tsx';

interface Props {
  /** Label of the form: `Lifespans`. */
  readonly label: string;
  /** Name of the tab, part of the draft's name. */
  readonly tab: string;
  readonly sections: readonly FieldSection[];
}

/** Name of the draft for a realm's tab. */
export function realmForm(realm: string, tab: string): string {
  return `realm ${realm} ${tab}`;
}

/** Saves only the changes. */
export function RealmSettings({ label, tab, sections }: Props): ReactNode {
  const [realm] = useRealm();
  const settings = useRealmSettings();
  const save = useSaveRealm();
  return (
    <QueryView query={settings} lines={10}>
      {(loaded) => (
        <SettingsForm
          label={label}
          form={realmForm(realm, tab)}
          sections={sections}
          representation={loaded}
          onSave={(part) => save.mutateAsync(part)}
        />
      )}
    </QueryView>
  );
}
