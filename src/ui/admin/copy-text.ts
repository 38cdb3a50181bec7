import { phrase } from '#kernel/text/phrase.ts'
import { showToast } from '#ui/toast.ts'

/** Copies text to the clipboard, and says whether that succeeded. */
export async function copyText(
  text: string,
  success = phrase('Text copied'),
  advice = phrase('Select the text and copy it.'),
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    await showToast({ title: success })
  } catch {
    await showToast({ title: phrase('Failed to copy'), text: advice, isError: true })
  }
}
