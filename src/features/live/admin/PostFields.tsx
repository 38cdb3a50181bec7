import { type Editor, EditorContent, useEditorState } from '@tiptap/react'
import { Heading2, Heading3, ImagePlus, Link as LinkIcon } from 'lucide-react'
import { Toolbar } from 'radix-ui'
import { type ReactNode, Suspense, useState } from 'react'
import { BlockDialog } from '#features/blocks/admin/BlockDialog.tsx'
import { BlockTools } from '#features/blocks/admin/BlockTools.tsx'
import {
  blockTools,
  focusEditor,
  markTools,
  runTool,
  type Tool,
} from '#features/blocks/admin/rich-text-tools.ts'
import { usePastedFiles } from '#features/blocks/admin/usePastedFiles.ts'
import { image } from '#features/blocks/rules/image.ts'
import { readLinkAddress } from '#kernel/link-address.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { type LivePostForm, POST_LIMITS } from '../rules/live-post.ts'

type Props = {
  editor: Editor
  values: LivePostForm
  onChange: (change: Partial<LivePostForm>) => void
  /** Shown beside “Key event”. */
  children?: ReactNode
}

/** The fields of a new or edited post. */
export function PostFields({ editor, values, onChange, children }: Props) {
  return (
    <>
      <TextField
        label={phrase('Headline (optional)')}
        value={values.headline}
        maxLength={POST_LIMITS.headline}
        onChange={({ target }) => onChange({ headline: target.value })}
      />
      <div className="border border-muted bg-paper focus-within:outline-2 focus-within:outline-offset-1">
        <PostToolbar editor={editor} />
        <EditorContent editor={editor} />
      </div>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-48">
          <TextField
            label={phrase('Byline (optional)')}
            value={values.byline}
            maxLength={POST_LIMITS.byline}
            onChange={({ target }) => onChange({ byline: target.value })}
          />
        </div>
        <div className="flex flex-wrap gap-x-6">
          <Check
            label={phrase('Key event')}
            isChecked={values.isKey}
            onChange={(isKey) => onChange({ isKey })}
          />
          {children}
        </div>
      </div>
    </>
  )
}

type CheckProps = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void }

export function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label className="flex min-h-11 items-center gap-2 text-14">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-ink"
      />
      {label}
    </label>
  )
}

function PostToolbar({ editor }: { editor: Editor }) {
  const [files, setFiles] = useState<File[]>()
  const [link, setLink] = useState<string>()
  const active = useEditorState({
    editor,
    selector: ({ editor }) => ({
      tools: tools().map(({ isActive }) => isActive?.(editor) ?? false),
      link: editor.isActive('link'),
    }),
  })
  usePastedFiles(editor, setFiles)

  const typed = link?.trim() ?? ''
  const href = readLinkAddress(typed)

  function applyLink() {
    if (typed !== '' && href === undefined) return
    focusEditor(editor)
    const chain = editor.chain().extendMarkRange('link')
    if (href === undefined) chain.unsetLink().run()
    else if (editor.state.selection.empty && !active.link)
      chain.insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    setLink(undefined)
  }

  return (
    <>
      <Toolbar.Root aria-label={phrase('Formatting')} className="flex flex-wrap border-b border-rule">
        {tools().map((tool, index) => (
          <ToolButton
            key={tool.name}
            tool={tool}
            isActive={active.tools[index] ?? false}
            onClick={() => runTool(tool, editor)}
          />
        ))}
        <ToolButton
          tool={{ name: phrase('Link'), Icon: LinkIcon }}
          isActive={active.link}
          onClick={() => setLink(link === undefined ? (editor.getAttributes('link').href ?? '') : undefined)}
        />
        <ToolButton
          tool={{ name: phrase('Image'), Icon: ImagePlus }}
          isActive={false}
          onClick={() => setFiles([])}
        />
      </Toolbar.Root>
      {link !== undefined && (
        <div className="flex flex-wrap items-end gap-2 border-b border-rule p-2">
          <div className="min-w-0 flex-1 basis-48">
            <TextField
              label={phrase('Address of the link')}
              type="url"
              dir="ltr"
              value={link}
              autoFocus
              error={typed === '' || href !== undefined ? undefined : phrase('Enter a web or email address.')}
              onChange={({ target }) => setLink(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                event.preventDefault()
                applyLink()
              }}
            />
          </div>
          <Button onClick={applyLink}>{typed === '' ? phrase('Remove Link') : phrase('Apply')}</Button>
        </div>
      )}
      <BlockTools editor={editor} onEdit={() => {}} />
      {files && (
        <Suspense>
          <BlockDialog editor={editor} block={image} files={files} onClose={() => setFiles(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const tools = (): readonly Tool[] => [
  ...markTools(),
  ...blockTools().filter(({ Icon }) => Icon !== Heading2 && Icon !== Heading3),
]

type ToolButtonProps = {
  tool: Pick<Tool, 'name' | 'Icon' | 'shortcut'>
  isActive: boolean
  onClick: () => void
}

function ToolButton({ tool: { name, Icon, shortcut }, isActive, onClick }: ToolButtonProps) {
  return (
    <Toolbar.Button
      aria-label={name}
      title={shortcut ? `${name} (${shortcut})` : name}
      aria-pressed={isActive}
      onClick={onClick}
      className="admin-icon-button aria-pressed:bg-wash"
    >
      <Icon aria-hidden size={16} />
    </Toolbar.Button>
  )
}
