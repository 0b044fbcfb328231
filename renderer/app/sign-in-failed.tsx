// Shown in a browser when the console's sign-in has failed.
import { Button, Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../texts/text.ts';

/** The reason, and a button to try again. */
export function SignInFailed({ error }: { readonly error: Error }): ReactNode {
  return (
    <Center component="main" h="100%">
      <Stack align="center" gap="sm" maw={440} ta="center">
        <Title order={1} fz={22}>
          {text('app:signIn.failed')}
        </Title>
        <Text>{error.message}</Text>
        <Button onClick={() => location.reload()}>{text('app:signIn.again')}</Button>
      </Stack>
    </Center>
  );
}
