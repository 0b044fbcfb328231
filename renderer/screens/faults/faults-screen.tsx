// Faults: what the realm will do wrong next, on purpose. Testers arm and disarm it without code.
import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import { useFaults } from '../../api/faults.ts';
import { text } from '../../texts/text.ts';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { FaultDialog } from './fault-dialog.tsx';
import { FaultList } from './fault-list.tsx';
import classes from './faults.module.css';
import { PresetList } from './preset-list.tsx';

/** Administrators, and this console, sign in to `master`. */
function MasterNotice(): ReactNode {
  const [realm] = useRealm();
  if (realm !== 'master') return undefined;
  return (
    <Alert
      variant="default"
      icon={<IconAlertTriangle color="var(--us-asked)" />}
      title={text('faults:master.title')}
    >
      {text('faults:master.text')}
    </Alert>
  );
}

/** Presets on the left, the realm's faults on the right. */
export function FaultsScreen(): ReactNode {
  const faults = useFaults();
  const [arming, setArming] = useState(false);
  return (
    <Page
      title={text('faults:title')}
      summary={text('faults:heading')}
      actions={
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setArming(true)}>
          {text('faults:custom')}
        </Button>
      }
    >
      <MasterNotice />
      <div className={classes['layout']}>
        <PresetList />
        <Stack gap="md" miw={0}>
          <QueryView query={faults} lines={8}>
            {(loaded) => <FaultList faults={loaded} />}
          </QueryView>
        </Stack>
      </div>
      {arming ? <FaultDialog onClose={() => setArming(false)} /> : undefined}
    </Page>
  );
}
