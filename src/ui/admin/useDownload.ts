import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { showFailure } from '../show-failure.ts'
import { showToast } from '../toast.ts'

type Options = {
  load: () => Promise<Blob>
  fileName: string
  failure: string
}

/** Saves a file and reports the outcome (spec §8, "Export Successful"). */
export function useDownload({ load, fileName, failure }: Options) {
  const [isBusy, setIsBusy] = useState(false)

  async function start() {
    setIsBusy(true)
    try {
      save(await load(), fileName)
      void showToast({
        title: phrase('Export Successful'),
        text: phrase('Saved as {fileName}', { fileName }),
      })
    } catch (error) {
      showFailure(error, failure)
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
