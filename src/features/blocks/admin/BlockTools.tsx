import type { Attrs } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { type Editor, useEditorState } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import { ArrowDown, ArrowUp, GripVertical, Pencil, Trash2 } from 'lucide-react'
import { Toolbar } from 'radix-ui'
import {
  type DragEvent,
  type KeyboardEvent,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { lazyComponent } from '#ui/admin/lazyComponent.tsx'
import type { Block, BlockSetting } from '../rules/block.ts'
import { BLOCKS } from '../rules/blocks.ts'
import { figureAt, moveBlock, removeBlock, selectBlock } from '../rules/edit-blocks.ts'
import { isEditedInDialog } from './BlockDialog.tsx'
import { hasEndedRights, useEndedRights } from './useEndedRights.ts'

const PLUGIN_KEY = 'blockTools'

/** Pixels that the bars of the editor cover, also on phones. */
const BARS = { top: 88, bottom: 56 }
/** Pixels between a block and its tools. */
const GAP = 4

const ChooseFileDialog = lazyComponent(
  async () => (await import('#features/media/admin/ChooseFileDialog.tsx')).ChooseFileDialog,
)

/** The tools of the block at the caret, beside it. Alt+F10 moves the focus to them, Escape returns it. */
export function BlockTools({ editor, onEdit }: { editor: Editor; onEdit: (block: Block) => void }) {
  const bar = useRef<HTMLDivElement>(null)
  const current = useEditorState({
    editor,
    // Typing must not render the tools again.
    selector({ editor }) {
      const node = figureAt(editor.state)?.node
      return node && { type: node.type.name, attrs: node.attrs, hasEnded: hasEndedRights(editor, node) }
    },
  })
  const block = BLOCKS.find(({ initial }) => initial.type === current?.type)
  useEndedRights(editor)

  useEffect(() => {
    const { dom } = editor.view
    function onKeyDown(event: globalThis.KeyboardEvent) {
      const first =
        event.altKey &&
        event.key === 'F10' &&
        bar.current?.querySelector<HTMLElement>('button, input, select')
      if (!first) return
      event.preventDefault()
      first.focus()
    }
    dom.addEventListener('keydown', onKeyDown)
    return () => dom.removeEventListener('keydown', onKeyDown)
  }, [editor])

  useLayoutEffect(() => {
    // The place depends on the size of the tools, which are rendered after the menu is placed.
    if (block) editor.view.dispatch(editor.state.tr.setMeta(PLUGIN_KEY, 'updatePosition'))
  }, [editor, block])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    editor.view.focus()
  }

  function run(command: (editor: Editor) => boolean) {
    editor.view.focus()
    command(editor)
  }

  return (
    <BubbleMenu
      editor={editor}
      pluginKey={PLUGIN_KEY}
      updateDelay={0}
      options={{
        placement: 'top-end',
        offset: ({ elements }) => chooseOffset(elements.reference, elements.floating),
        shift: { padding: 8 },
        flip: false,
      }}
      getReferencedVirtualElement={() => {
        const placed = figureAt(editor.state)
        const dom = placed && editor.view.nodeDOM(placed.position)
        return dom instanceof HTMLElement ? dom : null
      }}
      shouldShow={({ editor, view, element }) =>
        editor.isEditable &&
        (view.hasFocus() || element.contains(document.activeElement)) &&
        figureAt(editor.state) !== undefined
      }
      className="block-tools"
    >
      {current && block && (
        <Toolbar.Root
          ref={bar}
          aria-label={phrase('{label} tools', { label: block.label() })}
          className="flex flex-wrap items-center"
          onKeyDown={onKeyDown}
        >
          <span
            draggable
            aria-hidden
            title={phrase('Drag to move')}
            onDragStart={(event) => startDrag(editor, event)}
            className="admin-icon-button cursor-grab pointer-coarse:hidden"
          >
            <GripVertical size={16} />
          </span>
          <span className="pe-2 text-13 text-muted">{block.label()}</span>
          {current.hasEnded && <Badge tone="danger">{phrase('Rights ended')}</Badge>}
          {block.settings?.map((setting) => (
            <Setting
              key={setting.attribute}
              setting={setting}
              value={current.attrs?.[setting.attribute]}
              onChange={(value) => setAttribute(editor, setting.attribute, value)}
            />
          ))}
          {isEditedInDialog(block) && (
            <Tool
              label={phrase('Edit {label}', { label: block.label().toLowerCase() })}
              Icon={Pencil}
              onClick={() => {
                selectBlock(editor)
                onEdit(block)
              }}
            />
          )}
          {block.commands?.map(({ label, Icon, run: command }) => (
            <Tool key={label()} label={label()} Icon={Icon} onClick={() => run(command)} />
          ))}
          <Tool
            label={phrase('Move up')}
            shortcut="Alt+↑"
            Icon={ArrowUp}
            onClick={() => run((editor) => moveBlock(editor, -1))}
          />
          <Tool
            label={phrase('Move down')}
            shortcut="Alt+↓"
            Icon={ArrowDown}
            onClick={() => run((editor) => moveBlock(editor, 1))}
          />
          <Tool
            label={phrase('Delete {label}', { label: block.label().toLowerCase() })}
            Icon={Trash2}
            onClick={() => run(removeBlock)}
          />
        </Toolbar.Root>
      )}
    </BubbleMenu>
  )
}

type Reference = { getBoundingClientRect(): { top: number; bottom: number } }

/**
 * Places the tools above the block, below it or over its beginning: the first of these that is in view and covers no
 * caption.
 *
 * @returns the pixels by which the tools are above the block
 */
function chooseOffset(block: Reference, tools: HTMLElement): number {
  const { top, bottom } = block.getBoundingClientRect()
  const { height } = tools.getBoundingClientRect()
  const isInView = (y: number) => y >= BARS.top && y + height <= innerHeight - BARS.bottom
  // The editor may be closed by now.
  const captions = Array.from(tools.parentElement?.querySelectorAll('figcaption') ?? [], (caption) =>
    caption.getBoundingClientRect(),
  )
  const isFree = (y: number) => captions.every((caption) => caption.bottom <= y || y + height <= caption.top)
  const above = top - GAP - height
  const places = [above, bottom + GAP, top + GAP].filter(isInView)
  return top - height - (places.find(isFree) ?? places[0] ?? above)
}

/** As the undo history groups typing. */
const GROUP_MS = 500

let typed: { first: Transaction; at: number; key: string } | undefined

/** Keys that are typed into one setting in quick succession are undone together. */
function setAttribute({ state, view }: Editor, attribute: string, value: unknown): void {
  const placed = figureAt(state)
  if (!placed) return
  const transaction = state.tr.setNodeAttribute(placed.position, attribute, value)
  const { time: at } = transaction
  const key = `${placed.position} ${attribute}`
  const first = typed?.key === key && at - typed.at < GROUP_MS ? typed.first : undefined
  if (first) transaction.setMeta('appendedTransaction', first)
  typed = { first: first ?? transaction, at, key }
  view.dispatch(transaction)
}

/** Drags the whole block, as if it were dragged itself. */
function startDrag(editor: Editor, event: DragEvent): void {
  selectBlock(editor)
  const { view } = editor
  const placed = figureAt(view.state)
  const dom = placed && view.nodeDOM(placed.position)
  if (!(dom instanceof HTMLElement)) return
  const slice = view.state.selection.content()
  event.dataTransfer.clearData()
  event.dataTransfer.setData('text/html', view.serializeForClipboard(slice).dom.innerHTML)
  event.dataTransfer.effectAllowed = 'copyMove'
  event.dataTransfer.setDragImage(dom, 0, 0)
  view.dragging = { slice, move: true }
}

type ToolProps = { label: string; shortcut?: string; Icon: typeof ArrowUp; onClick: () => void }

function Tool({ label, shortcut, Icon, onClick }: ToolProps) {
  return (
    <Toolbar.Button
      aria-label={label}
      title={shortcut ? `${label} (${shortcut})` : label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className="admin-icon-button"
    >
      <Icon aria-hidden size={16} />
    </Toolbar.Button>
  )
}

type SettingProps = { setting: BlockSetting; value: Attrs[string]; onChange: (value: unknown) => void }

function Setting({ setting, value, onChange }: SettingProps) {
  const label = setting.label()
  switch (setting.kind) {
    case 'toggle':
      return (
        <Toolbar.Button
          aria-pressed={value}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange(!value)}
          className="block-setting aria-pressed:bg-wash"
        >
          {label}
        </Toolbar.Button>
      )
    case 'choice':
      return (
        <label className="block-setting">
          <span className="sr-only">{label}</span>
          <select value={value} onChange={(event) => onChange(event.target.value)}>
            {setting.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label()}
              </option>
            ))}
          </select>
        </label>
      )
    case 'image':
      return <ImageSetting label={label} value={value} onChange={onChange} />
    case 'text':
      return (
        <label className="block-setting">
          {label}
          <input
            value={value}
            maxLength={setting.maxLength}
            title={setting.help}
            onChange={(event) => onChange(event.target.value)}
          />
        </label>
      )
  }
}

type ImageSettingProps = { label: string; value: string; onChange: (address: string) => void }

function ImageSetting({ label, value, onChange }: ImageSettingProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <Toolbar.Button
        aria-haspopup={value ? undefined : 'dialog'}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => (value ? onChange('') : setIsChoosing(true))}
        className="block-setting"
      >
        {value
          ? phrase('Remove {label}', { label: label.toLowerCase() })
          : phrase('Choose {label}', { label: label.toLowerCase() })}
      </Toolbar.Button>
      {isChoosing && (
        <Suspense>
          <ChooseFileDialog
            onClose={() => setIsChoosing(false)}
            onChoose={([image]) => {
              setIsChoosing(false)
              if (image) onChange(image.src)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
