import { lazyComponent } from '../../lib/lazy-component.ts';

export const AddAppDialog = lazyComponent('add-app-dialog', async () => {
  return (await import('./add-app-dialog.tsx')).AddAppDialog;
});

export const AddPasskeyDialog = lazyComponent('add-passkey-dialog', async () => {
  return (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog;
});

export const RemoveDialog = lazyComponent('remove-dialog', async () => {
  return (await import('./remove-dialog.tsx')).RemoveDialog;
});

export const RenewCodesDialog = lazyComponent('renew-codes-dialog', async () => {
  return (await import('./renew-codes-dialog.tsx')).RenewCodesDialog;
});
