import { Button } from '#ui/office/Button.tsx'
import { DraftNotices } from '#ui/office/DraftNotices.tsx'
import { FormNotice, FormNotices } from '#ui/office/FormNotices.tsx'
import type { SaveFailure, useArticleEditor } from './useArticleEditor.ts'

export function EditorNotices({ editor }: { editor: ReturnType<typeof useArticleEditor> }) {
  const { drafts, newer, failure } = editor
  return (
    <FormNotices alert={failure && <Failure kind={failure} onSaveAsNew={editor.saveAsNew} />}>
      <DraftNotices drafts={drafts} onRestore={editor.restoreDraft} />
      {newer && (
        <FormNotice actions={<Button onClick={() => editor.compare(newer)}>Compare versions</Button>}>
          Someone else has saved this article since you opened it.
        </FormNotice>
      )}
    </FormNotices>
  )
}

function Failure({ kind, onSaveAsNew }: { kind: SaveFailure; onSaveAsNew: () => void }) {
  return (
    <FormNotice
      isFailure
      actions={kind === 'gone' && <Button onClick={onSaveAsNew}>Save as a new article</Button>}
    >
      {kind === 'failed' && <strong>Failed to save article. Please try again.</strong>}
      {kind === 'signed-out' && (
        <>
          <strong>You have been signed out.</strong> Your changes are still here.{' '}
          <a href="/admin/login" target="_blank" rel="noopener" className="underline">
            Log in in a new tab
          </a>
          , then save again.
        </>
      )}
      {kind === 'gone' && (
        <>
          <strong>Someone else has deleted this article.</strong> Your changes are still here.
        </>
      )}
    </FormNotice>
  )
}
