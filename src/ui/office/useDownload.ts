import { useState } from 'react'
import { showToast } from '../toast.ts'

/**
 * Downloads the response of `url` (POST) as a file, and reports the outcome (spec §8, "Export Successful").
 *
 * @param options.failure the error message
 */
export function useDownload({ url, fileName, failure }: { url: string; fileName: string; failure: string }) {
  const [isBusy, setIsBusy] = useState(false)

  async function start() {
    setIsBusy(true)
    try {
      const response = await fetch(url, { method: 'POST' })
      if (!response.ok) throw new Error(`Status ${response.status}`)
      save(await response.blob(), fileName)
      void showToast({ title: 'Export Successful', text: `Saved as ${fileName}` })
    } catch {
      void showToast({ title: 'Error', text: failure, isError: true })
    } finally {
      setIsBusy(false)
    }
  }

  return { start: () => void start(), isBusy }
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has started the download by the next task.
  setTimeout(URL.revokeObjectURL, 0, link.href)
}
