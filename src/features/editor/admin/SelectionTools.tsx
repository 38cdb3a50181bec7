import { TextSelection } from '@tiptap/pm/state'
import { type Editor, useEditorState } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import { Link as LinkIcon, type LucideIcon } from 'lucide-react'
import { BLOCK_TOOLS, MARK_TOOLS, runTool } from '#features/blocks/admin/rich-text-tools.ts'
import { partAt } from './article-editor.ts'

const TOOLS = [...MARK_TOOLS, ...BLOCK_TOOLS]

/** Tools next to the selected text. Only for the pointer: the keyboard has the toolbar and the shortcuts. */
export function SelectionTools({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const active = useEditorState({
    editor,
    // Typing must not wait for tools that are not shown.
    selector: ({ editor }) =>
      editor.state.selection.empty
        ? ''
        : TOOLS.flatMap(({ name, isActive }) => (isActive?.(editor) ? name : [])).join(),
  })
  return (
    <BubbleMenu
      aria-hidden
      editor={editor}
      updateDelay={150}
      options={{ placement: 'top', offset: 8 }}
      shouldShow={({ editor, state, view }) =>
        editor.isEditable &&
        view.hasFocus() &&
        state.selection instanceof TextSelection &&
        !state.selection.empty &&
        partAt(state).name === 'body'
      }
      className="selection-tools"
    >
      {TOOLS.map((tool) => (
        <BubbleButton
          key={tool.name}
          name={tool.name}
          Icon={tool.Icon}
          isActive={active.split(',').includes(tool.name)}
          onClick={() => runTool(tool, editor)}
        />
      ))}
      <BubbleButton name="Link" Icon={LinkIcon} isActive={false} onClick={onLink} />
    </BubbleMenu>
  )
}

type Props = { name: string; Icon: LucideIcon; isActive: boolean; onClick: () => void }

function BubbleButton({ name, Icon, isActive, onClick }: Props) {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={name}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={`admin-icon-button ${isActive ? 'bg-wash text-ink!' : ''}`}
    >
      <Icon aria-hidden size={16} />
    </button>
  )
}
