import { useQuery } from '@tanstack/react-query'
import { Eye, History, Siren } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { frontFailure, frontQuery } from '../front.functions.ts'
import { pageName } from '../rules/front-names.ts'
import { type FrontPage, listFrontPages } from '../rules/front-page.ts'
import { BreakingBarDialog } from './BreakingBarDialog.tsx'
import type { UseCandidates } from './CandidateList.tsx'
import { FrontDesk } from './FrontDesk.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'
import { PreviewFrontDialog } from './PreviewFrontDialog.tsx'

type Props = {
  page: FrontPage
  onPage: (page: FrontPage) => void
  useCandidates: UseCandidates
  /** The other people who have the front open. */
  people: ReactNode
}

export function FrontScreen({ page, onPage, useCandidates, people }: Props) {
  const query = useQuery(frontQuery(page))
  const [open, setOpen] = useState<'breaking-bar' | 'history' | 'preview'>()
  const close = () => setOpen(undefined)
  return (
    <AdminPage
      isWide
      title={phrase('Front')}
      text={phrase(
        'What the home page and the category pages show. Places without a pin are filled automatically.',
      )}
      actions={
        <>
          {people}
          <select
            aria-label={phrase('Page')}
            value={page}
            onChange={({ target }) => onPage(target.value)}
            className="admin-input select-face w-auto! pe-8"
          >
            {listFrontPages().map((name) => (
              <option key={name} value={name}>
                {pageName(name)}
              </option>
            ))}
          </select>
          <Button onClick={() => setOpen('breaking-bar')}>
            <Siren aria-hidden size={16} />
            {phrase('Breaking Bar')}
          </Button>
          <Button onClick={() => setOpen('history')}>
            <History aria-hidden size={16} />
            {phrase('History')}
          </Button>
          <Button onClick={() => setOpen('preview')}>
            <Eye aria-hidden size={16} />
            {phrase('Preview')}
          </Button>
        </>
      }
    >
      <LoadState query={query} failure={frontFailure()}>
        {(state) => <FrontDesk key={page} state={state} useCandidates={useCandidates} />}
      </LoadState>
      {open === 'breaking-bar' && <BreakingBarDialog onClose={close} />}
      {open === 'history' && <HistoryDialog page={page} onClose={close} />}
      {open === 'preview' && (
        <PreviewFrontDialog
          title={phrase('Preview of {pageName}', { pageName: pageName(page) })}
          page={page}
          onClose={close}
        />
      )}
    </AdminPage>
  )
}
