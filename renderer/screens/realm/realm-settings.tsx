// A tab of the realm that is one form over the realm's own members.
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import { useRealmSettings, useSaveRealm } from '../../api/realm.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { type FieldSection, SettingsForm } from '../../ui/settings-form.tsx';

interface Props {
  /** What the form is called: `Lifespans`. */
  readonly label: string;
  /** Name of the tab, which is part of the draft's. */
  readonly tab: string;
  readonly sections: readonly FieldSection[];
}

/** The name of the draft of a tab of a realm. */
export function realmForm(realm: string, tab: string): string {
  return `realm ${realm} ${tab}`;
}

/** Loads the realm, and saves what was changed and nothing else. */
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
