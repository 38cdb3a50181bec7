/**
 * Runs before the first ad slot is displayed, so that slots appear without a layout shift. Inlined in the page, so
 * it must not refer to other code. In a file of its own, which readers' scripts do not contain.
 */
export function markAdConsent(): void {
  try {
    const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean }
    if (localStorage.getItem('ad-consent') === 'granted' && !globalPrivacyControl)
      document.documentElement.dataset.adConsent = 'granted'
  } catch {}
}
