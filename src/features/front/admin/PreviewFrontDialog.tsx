import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { PreviewDialog } from '#ui/admin/dialogs/PreviewDialog.tsx'
import { LoadError } from '#ui/admin/LoadState.tsx'
import { useWidth } from '#ui/admin/useWidth.ts'
import { previewFrontFailure, previewFrontQuery } from '../front-preview.functions.ts'
import type { FrontPage } from '../rules/front-page.ts'
import { FramedPage } from './FramedPage.tsx'

/** CSS pixels. */
const widths = () => [
  { name: phrase('Phone'), width: 375 },
  { name: phrase('Tablet'), width: 768 },
  { name: phrase('Desktop'), width: 1280 },
]

type Props = {
  title: string
  page: FrontPage
  /** ISO 8601. Without it, the draft is shown. */
  at?: string
  onClose: () => void
}

/** Shows the page in the whole window, at the width of a phone, a tablet or a desktop. */
export function PreviewFrontDialog({ title, page, at, onClose }: Props) {
  return (
    <PreviewDialog title={title} widths={widths()} initialWidth={1280} hasWidthsOnPhones onClose={onClose}>
      {(width) => <PreviewedPage title={title} page={page} at={at} width={width} />}
    </PreviewDialog>
  )
}

type PageProps = { title: string; page: FrontPage; at: string | undefined; width: number }

/** Scaled down if the window is narrower. */
function PreviewedPage({ title, page, at, width }: PageProps) {
  const query = useQuery(previewFrontQuery(page, at))
  const container = useRef<HTMLDivElement>(null)
  const available = useWidth(container)
  return (
    <div ref={container} className="flex min-h-0 flex-1 flex-col items-center">
      <LoadError query={query} text={previewFrontFailure()} />
      {available > 0 && (
        <FramedPage title={title} html={query.data} width={width} scale={Math.min(1, available / width)} />
      )}
    </div>
  )
}
