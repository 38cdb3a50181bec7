import { Maximize2, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { FullPreviewDialog } from '#features/publishing/admin/FullPreviewDialog.tsx'
import { PreviewFrame } from '#features/publishing/admin/PreviewFrame.tsx'
import { SharePreviewDialog } from '#features/publishing/admin/SharePreviewDialog.tsx'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { SettingsSection } from '#ui/admin/SettingsSection.tsx'

type Props = {
  form: ArticleForm
  id?: string | undefined
}

type PanelProps = Props & {
  /** Undefined for an article that is not stored yet, which cannot be shared. */
  shared: { id: string; canEdit: boolean } | undefined
}

export function ArticlePreview({ shared, ...props }: PanelProps) {
  const [dialog, setDialog] = useState<'full' | 'share'>()
  const close = () => setDialog(undefined)
  return (
    <SettingsSection title={phrase('Preview')}>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setDialog('full')}>
          <Maximize2 aria-hidden size={16} />
          {phrase('Full Width')}
        </Button>
        {shared && (
          <Button onClick={() => setDialog('share')}>
            <Share2 aria-hidden size={16} />
            {phrase('Share…')}
          </Button>
        )}
      </div>
      <PreviewFrame title={phrase('Preview of the article')} {...props} />
      {dialog === 'full' && <FullPreviewDialog {...props} onClose={close} />}
      {dialog === 'share' && shared && <SharePreviewDialog {...shared} onClose={close} />}
    </SettingsSection>
  )
}
