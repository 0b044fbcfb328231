import { expect, test } from '@playwright/test';
import { startDesktop } from './support/desktop.ts';
import { createImage } from './support/oci-image.ts';
import { createSkopeo, realmCertificates, startRegistry, whyNoRegistry } from './support/registry.ts';
import { createFolder } from './support/server.ts';

test.skip(whyNoRegistry() !== undefined, whyNoRegistry() ?? '');

test('service description §5.9: a registry accepts tokens of the desktop app, and Activity in the window shows what was granted', async () => {
  const desktop = await startDesktop(['--features=docker']);
  try {
    const { window, url } = desktop;
    await window.getByRole('link', { name: 'Set up demo-registry' }).click();
    await expect(window.getByText(`issuer: "${url}/realms/demo"`).first()).toBeVisible();
    await expect(window.getByText('docker login 127.0.0.1:5000 -u alice')).toBeVisible();
    const bundle = await realmCertificates(url, 'demo');
    const registry = await startRegistry({ issuer: `${url}/realms/demo`, service: 'demo-registry', bundle });
    try {
      const skopeo = createSkopeo();
      const place = `docker://${registry.host}/team/app:1`;
      expect((await skopeo.login(registry.host, 'alice', 'wrong')).code).not.toBe(0);
      expect((await skopeo.login(registry.host, 'alice', 'alice-password')).code).toBe(0);
      expect((await skopeo.copy(createImage('desktop'), place)).code).toBe(0);
      expect((await skopeo.copy(place, `oci:${createFolder('pulled')}:latest`)).code).toBe(0);
    } finally {
      await registry.stop();
    }
    await window.getByRole('link', { name: /Activity/ }).click();
    await window.getByText('Registry token request').first().click();
    await window.getByRole('tab', { name: /Decisions/ }).click();
    await expect(window.getByText(/Granted: repository:team\/app:pull/).first()).toBeVisible();
  } finally {
    await desktop.close();
  }
});
