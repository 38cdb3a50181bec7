import { showToast } from '#ui/toast.ts'
import { exportOpml } from '../edit-feeds.functions.ts'

/** Hands the browser all feeds as the file feeds.opml. */
export async function saveOpml(): Promise<void> {
  try {
    const url = URL.createObjectURL(new Blob([await exportOpml()], { type: 'text/x-opml' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'feeds.opml'
    link.click()
    URL.revokeObjectURL(url)
    await showToast({ title: 'Export Successful' })
  } catch (error) {
    await showToast({ title: 'Error', text: (error as Error).message, isError: true })
  }
}
