import { type Editor, useEditorState } from '@tiptap/react'
import { Link as LinkIcon, Plus } from 'lucide-react'
import { Toolbar } from 'radix-ui'
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FindArticleDialog } from '#features/articles/admin/FindArticleDialog.tsx'
import { BlockDialog, hasDialog } from '#features/blocks/admin/BlockDialog.tsx'
import { BlockMenu, type OpenBlockMenu } from '#features/blocks/admin/BlockMenu.tsx'
import { BlockTools } from '#features/blocks/admin/BlockTools.tsx'
import {
  blockTools,
  historyTools,
  markTools,
  runTool,
  scriptTools,
  type Tool,
} from '#features/blocks/admin/rich-text-tools.ts'
import { usePastedFiles } from '#features/blocks/admin/usePastedFiles.ts'
import { useRelatedArticles } from '#features/blocks/admin/useRelatedArticles.ts'
import type { Block } from '#features/blocks/rules/block.ts'
import { insertBlocks } from '#features/blocks/rules/edit-blocks.ts'
import { image } from '#features/blocks/rules/image.ts'
import { related, relatedContent } from '#features/blocks/rules/related.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { useHiddenSides } from '#ui/admin/useHiddenSides.ts'
import { LinkForm } from './LinkForm.tsx'
import { SelectionTools } from './SelectionTools.tsx'

/** One tab stop, navigated with the arrow keys. For the pointer, `SelectionTools` repeats some of it. */
export function RichTextToolbar({ editor }: { editor: Editor }) {
  const row = useRef<HTMLDivElement>(null)
  const hiddenSides = useHiddenSides(row)
  const [menu, setMenu] = useState<OpenBlockMenu>()
  const [asking, setAsking] = useState<{ block: Block; files?: File[]; isExisting?: boolean }>()
  const [link, setLink] = useState<string>()
  const isLinkActive = useEditorState({ editor, selector: ({ editor }) => editor.isActive('link') })

  useRelatedArticles(editor)
  usePastedFiles(editor, (files) => setAsking({ block: image, files }))
  function insert(block: Block) {
    if (hasDialog(block) || block === related) setAsking({ block })
    else insertBlocks(editor, [block.initial])
  }

  const openLinkForm = () => setLink(link ?? editor.getAttributes('link').href ?? '')
  const onShortcut = useEffectEvent(openLinkForm)
  useEffect(() => {
    const { dom } = editor.view
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      onShortcut()
    }
    dom.addEventListener('keydown', onKeyDown)
    return () => dom.removeEventListener('keydown', onKeyDown)
  }, [editor])

  return (
    <>
      <Toolbar.Root
        ref={row}
        aria-label={phrase('Formatting')}
        {...hiddenSides}
        className="scroll-row editor-toolbar"
      >
        <Toolbar.Button
          aria-label={phrase('Insert block')}
          title={phrase('Insert block (/)')}
          aria-haspopup="dialog"
          aria-expanded={menu !== undefined}
          onMouseDown={keepFocus}
          onClick={() => setMenu({ query: '', isTyped: false })}
          className="admin-icon-button"
        >
          <Plus aria-hidden size={16} />
        </Toolbar.Button>
        {markTools().map((tool) => (
          <ToolButton key={tool.name} editor={editor} tool={tool} />
        ))}
        <Toolbar.Button
          aria-label={phrase('Link')}
          title={phrase('Link (Ctrl+K)')}
          aria-pressed={isLinkActive}
          aria-expanded={link !== undefined}
          onClick={() => (link === undefined ? openLinkForm() : setLink(undefined))}
          className="admin-icon-button aria-pressed:bg-wash aria-pressed:text-ink"
        >
          <LinkIcon aria-hidden size={16} />
        </Toolbar.Button>
        {blockTools().map((tool) => (
          <ToolButton key={tool.name} editor={editor} tool={tool} />
        ))}
        {scriptTools().map((tool) => (
          <ToolButton key={tool.name} editor={editor} tool={tool} />
        ))}
        <Toolbar.Separator className="mx-1 my-2 w-px bg-rule" />
        {historyTools().map((tool) => (
          <ToolButton key={tool.name} editor={editor} tool={tool} />
        ))}
      </Toolbar.Root>
      <SelectionTools editor={editor} onLink={openLinkForm} />
      <BlockTools editor={editor} onEdit={(block) => setAsking({ block, isExisting: true })} />
      <BlockMenu editor={editor} menu={menu} onChange={setMenu} onInsert={insert} />
      {asking?.block === related ? (
        <FindArticleDialog
          title={phrase('Choose a related article')}
          onClose={() => setAsking(undefined)}
          onChoose={(article) => {
            // The caret follows only while the text has the focus.
            flushSync(() => setAsking(undefined))
            editor.view.focus()
            insertBlocks(editor, [relatedContent(article)])
          }}
        />
      ) : (
        asking && <BlockDialog editor={editor} {...asking} onClose={() => setAsking(undefined)} />
      )}
      {link !== undefined && (
        <LinkForm
          editor={editor}
          toolbar={row}
          value={link}
          onChange={setLink}
          onDone={() => setLink(undefined)}
        />
      )}
    </>
  )
}

function keepFocus(event: MouseEvent) {
  event.preventDefault()
}

function ToolButton({ editor, tool }: { editor: Editor; tool: Tool }) {
  const { name, shortcut, Icon, isActive, isDisabled } = tool
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({ isActive: isActive?.(editor), isDisabled: isDisabled?.(editor) ?? false }),
  })
  return (
    <Toolbar.Button
      aria-label={name}
      title={shortcut ? `${name} (${shortcut})` : name}
      aria-pressed={state.isActive}
      aria-disabled={state.isDisabled}
      onMouseDown={keepFocus}
      onClick={() => state.isDisabled || runTool(tool, editor)}
      className="admin-icon-button aria-disabled:opacity-40 aria-pressed:bg-wash aria-pressed:text-ink"
    >
      <Icon aria-hidden size={16} />
    </Toolbar.Button>
  )
}
