// What a browser shows when the console's own sign-in was refused.
import { Button, Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** The reason, and a way to try again. */
export function SignInFailed({ error }: { readonly error: Error }): ReactNode {
  return (
    <Center component="main" h="100%">
      <Stack align="center" gap="sm" maw={440} ta="center">
        <Title order={1} fz={22}>
          You are not signed in
        </Title>
        <Text>{error.message}</Text>
        <Button onClick={() => location.reload()}>Sign in</Button>
      </Stack>
    </Center>
  );
}
