import type { Editor } from '@tiptap/react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { Combobox } from '#ui/admin/forms/Combobox.tsx'
import type { Block } from '../rules/block.ts'
import { BLOCKS } from '../rules/blocks.ts'
import { blockTools, focusEditor, paragraphTool, runTool, type Tool } from './rich-text-tools.ts'

const textTools = () => [paragraphTool(), ...blockTools()]

/** `isTyped`: opened by `/`. */
export type OpenBlockMenu = { query: string; isTyped: boolean }

type Props = {
  editor: Editor
  menu: OpenBlockMenu | undefined
  onChange: (menu: OpenBlockMenu | undefined) => void
  onInsert: (block: Block) => void
}

/** Chooses the type of the block at the caret, or inserts a block (newsroom §4). The filter text is not part of the shared document. */
export function BlockMenu({ editor, menu, onChange, onInsert }: Props) {
  const { query, isTyped } = menu ?? { query: '', isTyped: false }
  const anchor = useRef({ getBoundingClientRect: () => caretRect(editor) })
  const typed = query.trim().toLowerCase()
  const items: Pick<Tool, 'name' | 'shortcut' | 'Icon'>[] = [
    ...textTools(),
    ...BLOCKS.filter(({ isPastedOnly }) => !isPastedOnly).map(({ label, Icon }) => ({ name: label(), Icon })),
  ]
  const found = items.filter(({ name }) => name.toLowerCase().includes(typed))

  const openTyped = useEffectEvent(() => onChange({ query: '', isTyped: true }))
  useLayoutEffect(() => {
    const { dom } = editor.view
    function onBeforeInput(event: InputEvent) {
      if (event.inputType !== 'insertText' || event.data !== '/' || !isInEmptyParagraph(editor)) return
      event.preventDefault()
      openTyped()
    }
    dom.addEventListener('beforeinput', onBeforeInput)
    return () => dom.removeEventListener('beforeinput', onBeforeInput)
  }, [editor])

  function close(text = '') {
    onChange(undefined)
    if (text && isTyped) editor.view.dispatch(editor.state.tr.insertText(text))
  }

  function returnToText(text?: string) {
    // An open menu would treat the focus of the text as a click outside.
    flushSync(() => close(text))
    focusEditor(editor)
  }

  function choose(name: string) {
    returnToText()
    const tool = textTools().find((tool) => tool.name === name)
    const block = BLOCKS.find(({ label }) => label() === name)
    if (tool) runTool(tool, editor)
    else if (block) onInsert(block)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Backspace' || query) return
    event.preventDefault()
    returnToText()
  }

  return (
    <Popover.Root
      open={menu !== undefined}
      // Closing the menu inserts the filter text.
      onOpenChange={(open) => open || close(query && `/${query}`)}
    >
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          aria-label={phrase('Blocks')}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          onKeyDown={onKeyDown}
          onEscapeKeyDown={(event) => {
            event.preventDefault()
            returnToText(`/${query}`)
          }}
          // It is called in a timer, when the focus may be elsewhere already.
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-40 flex w-72 flex-col gap-1 border border-ink bg-paper p-1 font-sans text-ink shadow-md"
        >
          <Combobox
            label={phrase('Filter blocks')}
            name="block-filter"
            placeholder={phrase('Filter…')}
            value={query}
            onChange={(query) => onChange({ query, isTyped })}
            options={found.map(({ name, shortcut, Icon }) => ({
              key: name,
              content: (
                <>
                  <Icon aria-hidden size={16} className="shrink-0 text-muted" />
                  <span className="grow">{name}</span>
                  <kbd aria-hidden className="font-sans text-13 font-normal text-muted pointer-coarse:hidden">
                    {shortcut}
                  </kbd>
                </>
              ),
            }))}
            listLabel={phrase('Blocks')}
            onChoose={choose}
            onEnter={() => returnToText(`/${query}`)}
          />
          <p role="status" className={found.length > 0 ? 'sr-only' : 'px-3 py-2 text-14 text-muted'}>
            {found.length > 0
              ? plural(found.length, '{count} block', '{count} blocks')
              : phrase('No blocks found. Press Enter to insert the text instead.')}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function isInEmptyParagraph({ state: { selection } }: Editor): boolean {
  const { parent } = selection.$from
  return selection.empty && parent.type.name === 'paragraph' && parent.content.size === 0
}

function caretRect({ view, state: { selection } }: Editor): DOMRect {
  const { left, top, bottom } = view.coordsAtPos(selection.from)
  return new DOMRect(left, top, 0, bottom - top)
}
