import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { lookFailure, lookQuery } from '../looks.functions.ts'
import { LookEditor } from './LookEditor.tsx'

/** The look of the newspaper (growth §1): the draft, beside the look that readers see. */
export function LookScreen() {
  const query = useQuery(lookQuery)
  const [opened, setOpened] = useState(0)
  return (
    <AdminPage
      title={phrase('Look')}
      text={phrase(
        "Colours, type and layout of the readers' pages. Changes are saved as a draft until you publish them.",
      )}
      isWide
    >
      <LoadState query={query} failure={lookFailure()}>
        {(state) => (
          <LookEditor
            key={opened}
            state={state}
            onReload={async () => {
              await query.refetch()
              setOpened((count) => count + 1)
            }}
          />
        )}
      </LoadState>
    </AdminPage>
  )
}
