import { type Editor, posToDOMRect } from '@tiptap/react'
import { Popover } from 'radix-ui'
import { type RefObject, useRef, useState } from 'react'
import { useArticleSearch } from '#features/articles/admin/useArticleSearch.tsx'
import { focusEditor } from '#features/blocks/admin/rich-text-tools.ts'
import { readLinkAddress } from '#kernel/link-address.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Combobox } from '#ui/admin/forms/Combobox.tsx'
import { useMediaQuery } from '#ui/admin/useMediaQuery.ts'

type Props = {
  editor: Editor
  toolbar: RefObject<HTMLElement | null>
  value: string
  onChange: (value: string) => void
  onDone: () => void
}

/** Opens at the selection; on phones, above the toolbar, since the keyboard covers the text. */
export function LinkForm({ editor, toolbar, value, onChange, onDone }: Props) {
  const [isInvalid, setIsInvalid] = useState(false)
  const isPhone = useMediaQuery('(width < 48rem)')
  const selection = useRef({ getBoundingClientRect: () => lastLineRect(editor) })
  const address = readLinkAddress(value)
  const { found, options, isBusy, status } = useArticleSearch(address === undefined ? value.trim() : '')

  function close() {
    focusEditor(editor)
    onDone()
  }

  /** @param text inserted if nothing is selected */
  function link(href: string, text: string) {
    focusEditor(editor)
    const chain = editor.chain().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onDone()
  }

  function apply() {
    if (address === undefined) setIsInvalid(!isBusy)
    else link(address, value.trim())
  }

  return (
    <Popover.Root open onOpenChange={onDone}>
      <Popover.Anchor virtualRef={isPhone ? toolbar : selection} />
      <Popover.Portal>
        <Popover.Content
          aria-label={phrase('Link')}
          side={isPhone ? 'top' : 'bottom'}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          updatePositionStrategy="always"
          onEscapeKeyDown={(event) => {
            event.preventDefault()
            close()
          }}
          onInteractOutside={(event) => {
            // Its button closes the form.
            if (event.target instanceof Node && toolbar.current?.contains(event.target))
              event.preventDefault()
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="link-form"
        >
          <div className="flex min-w-[min(100%,16rem)] flex-1 flex-col gap-1">
            <Combobox
              label={phrase('Address or article')}
              name="link"
              placeholder={phrase('https:// or words from a headline')}
              value={value}
              onChange={(next) => {
                setIsInvalid(false)
                onChange(next)
              }}
              options={options}
              listLabel={phrase('Published articles')}
              onChoose={(id) =>
                link(`/article/${id}`, found.find((article) => article.id === id)?.title ?? '')
              }
              onEnter={apply}
            />
            <p role="status" className={found.length > 0 ? 'sr-only' : 'text-13 text-muted empty:hidden'}>
              {status}
            </p>
            {isInvalid && (
              <p role="alert" className="text-13 font-semibold text-danger">
                {phrase('Choose an article, or enter a web or email address.')}
              </p>
            )}
          </div>
          <Button onClick={apply}>{phrase('Apply')}</Button>
          <Button
            onClick={() => {
              focusEditor(editor)
              editor.chain().extendMarkRange('link').unsetLink().run()
              onDone()
            }}
          >
            {phrase('Remove Link')}
          </Button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Pixels at the top and the bottom of the window in which a line has the form on its other side. */
const EDGE = 88

/** The last line of the selection, moved into the window: a selection may be higher. */
function lastLineRect({ view, state }: Editor): DOMRect {
  const { from, to } = state.selection
  const { left, width } = posToDOMRect(view, from, to)
  const { top, bottom } = view.coordsAtPos(to)
  const height = bottom - top
  return new DOMRect(left, Math.max(EDGE, Math.min(top, innerHeight - EDGE - height)), width, height)
}
