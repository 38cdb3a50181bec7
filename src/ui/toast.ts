import type { ToastMessage } from './draw-toast.tsx'

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
