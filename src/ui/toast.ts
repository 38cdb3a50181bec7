/** A short message at the foot of the window. `isError` is the destructive styling of spec §8. */
export type ToastMessage = {
  title: string
  text?: string
  isError?: boolean
  durationMs?: number
  /** What can be done about it; doing it closes the toast. */
  action?: { label: string; run: () => void }
}

/**
 * Shows a message at the foot of the window, and reads it out politely. What draws it is loaded with the first one; where
 * that cannot be had, the message is left out rather than what the reader did.
 */
export async function showToast(message: ToastMessage): Promise<void> {
  try {
    const { drawToast } = await import('./draw-toast.tsx')
    await drawToast(message)
  } catch {}
}
